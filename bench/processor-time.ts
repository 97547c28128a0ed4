/** Processor time beside the clock's: what a neighbour on the machine does not change. */
import { readFileSync, readdirSync } from 'node:fs'
import { median, ms } from './bench.ts'

const processes = new Set<number>([process.pid])

/** Counts the processor time of another process as ours. */
export const countProcess = (pid: number) => processes.add(pid)

/** Milliseconds of the counted processes, all threads together; Linux only. */
const processorTime = (): number => {
  let nanoseconds = 0
  for (const pid of processes) {
    try {
      for (const thread of readdirSync(`/proc/${pid}/task`))
        nanoseconds += Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0])
    } catch {
      // A process that has ended uses nothing any more.
    }
  }
  return nanoseconds / 1e6
}

export type Cost = { wall: number; cpu: number }
type Work = () => Promise<unknown>

export const costText = ({ wall, cpu }: Cost): string => `${ms(wall)} (cpu ${ms(cpu)})`

const costOf = async (work: Work): Promise<Cost> => {
  const before = processorTime()
  const began = performance.now()
  await work()
  return { wall: performance.now() - began, cpu: processorTime() - before }
}

/** Subject and control by turns, medians of both kinds of time. */
export const alternateCosts = async (subject: Work, control: Work, rounds = 7): Promise<{ subject: Cost; control: Cost }> => {
  const costs = { subject: [] as Cost[], control: [] as Cost[] }
  await subject()
  await control()
  for (let round = 0; round < rounds; round++) {
    costs.subject.push(await costOf(subject))
    costs.control.push(await costOf(control))
  }
  const middle = (list: Cost[]): Cost => ({ wall: median(list.map(({ wall }) => wall)), cpu: median(list.map(({ cpu }) => cpu)) })
  return { subject: middle(costs.subject), control: middle(costs.control) }
}

/** Longest stretch of processor time that this process spent without giving others their turn. */
export const longestBlock = async (work: Work): Promise<number> => {
  const used = () => {
    const { user, system } = process.cpuUsage()
    return (user + system) / 1000
  }
  let longest = 0
  let last = used()
  const timer = setInterval(() => {
    const now = used()
    longest = Math.max(longest, now - last)
    last = now
  }, 1)
  await work()
  clearInterval(timer)
  return longest
}
