/** CPU time beside wall time: other processes do not affect it. */
import { readFileSync, readdirSync } from 'node:fs'
import { median, ms } from './bench.ts'
import type { Line } from './bench.ts'

const processes = new Set<number>([process.pid])

/** Counts the CPU time of another process, too. */
export const countProcess = (pid: number) => processes.add(pid)

const textOf = (path: string): string => {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    // An ended process uses no CPU time.
    return ''
  }
}

const threadsOf = (pid: number): string[] => {
  try {
    return readdirSync(`/proc/${pid}/task`)
  } catch {
    return []
  }
}

/** CPU time of processes with all their threads in ms; Linux only. */
export const processorTimeOf = (pids: Iterable<number>): number => {
  let nanoseconds = 0
  for (const pid of pids)
    for (const thread of threadsOf(pid)) nanoseconds += Number(textOf(`/proc/${pid}/task/${thread}/schedstat`).split(' ')[0])
  return nanoseconds / 1e6
}

/** A process and its descendants. */
export const familyOf = (pid: number): number[] => [
  pid,
  ...threadsOf(pid).flatMap((thread) =>
    textOf(`/proc/${pid}/task/${thread}/children`)
      .split(' ')
      .filter(Boolean)
      .flatMap((child) => familyOf(Number(child))),
  ),
]

export type Cost = { wall: number; cpu: number }
export type Costs = { subject: Cost; control: Cost; /** Middle of the rounds' differences. */ added: Cost }
type Work = () => Promise<unknown>
/** Work, and the processes whose CPU time it takes; by default the counted ones. */
type Measured = { work: Work; pids: () => Iterable<number> }

export const costText = ({ wall, cpu }: Cost): string => `${ms(wall)} (cpu ${ms(cpu)})`

const costOf = async ({ work, pids }: Measured): Promise<Cost> => {
  const counted = [...pids()]
  const before = processorTimeOf(counted)
  const began = performance.now()
  await work()
  return { wall: performance.now() - began, cpu: processorTimeOf(counted) - before }
}

const asMeasured = (work: Work | Measured): Measured => (typeof work === 'function' ? { work, pids: () => processes } : work)

const middle = (list: Cost[]): Cost => ({ wall: median(list.map(({ wall }) => wall)), cpu: median(list.map(({ cpu }) => cpu)) })

/** So many runs in a row, after an uncounted one that warms the CPU caches. */
const block = async (measured: Measured, runs: number): Promise<Cost> => {
  if (runs > 1) await measured.work()
  const costs: Cost[] = []
  for (let run = 0; run < runs; run++) costs.push(await costOf(measured))
  return middle(costs)
}

/** Alternates subject and control, so that other load affects both; medians of both kinds of time. */
export const alternateCosts = async (subject: Work | Measured, control: Work | Measured, rounds = 7, inARow = 1): Promise<Costs> => {
  const [first, second] = [asMeasured(subject), asMeasured(control)]
  const costs = { subject: [] as Cost[], control: [] as Cost[], added: [] as Cost[] }
  await first.work()
  await second.work()
  for (let round = 0; round < rounds; round++) {
    const [ours, theirs] = [await block(first, inARow), await block(second, inARow)]
    costs.subject.push(ours)
    costs.control.push(theirs)
    costs.added.push({ wall: ours.wall - theirs.wall, cpu: ours.cpu - theirs.cpu })
  }
  return { subject: middle(costs.subject), control: middle(costs.control), added: middle(costs.added) }
}

/** At most a tenth more from 50 ms of engine time on, at most 3 ms below, in the kind of time that both sides measure. */
export const overheadLine = (what: string, { subject, control, added }: Costs, kind: keyof Cost): Line => {
  const ratio = subject[kind] / control[kind]
  // Wall time includes other processes, CPU time counts parallel work twice: the engine's own time is the smaller one.
  const isLong = (kind === 'cpu' ? Math.min(control.wall, control.cpu) : control.wall) >= 50
  const sign = added[kind] < 0 ? '−' : '+'
  return {
    what,
    subject: costText(subject),
    control: costText(control),
    ratio,
    goal: isLong ? `≤ 1.10 × (${kind})` : `≤ +3 ms (${kind} ${sign}${ms(Math.abs(added[kind]))})`,
    met: isLong ? ratio <= 1.1 : added[kind] <= 3,
  }
}
