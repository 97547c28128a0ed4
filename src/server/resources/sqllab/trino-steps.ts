import type { PlanStep } from '#api/sqllab.ts'

const unitMs: Record<string, number> = { ns: 1e-6, us: 1e-3, ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 }

const durationMs = (text: string): number | null => {
  const [, figure = '', unit = ''] = /^([\d.]+)(ns|us|ms|s|m|h|d)$/.exec(text) ?? []
  return unit === '' ? null : Number(figure) * (unitMs[unit] ?? Number.NaN)
}

/** `   ├─ TableScan[table = tpch:tiny:orders]`: the steps of a fragment are three characters deeper than what reads them. */
const stepLine = /^( {4}[ │]*(?:[└├]─ )?)([A-Z]\w*)(?:\[(.*)\])?$/
const figuresLine = /CPU: .*Scheduled: ([\d.]+[a-z]+).*Output: (\d+) rows?/
const fragmentLine = /^Fragment (\d+) /

type Fragment = PlanStep[]

/** The steps of each fragment, by its number. */
const fragmentsOf = (text: string): Map<string, Fragment> => {
  const fragments = new Map<string, Fragment>()
  let steps: Fragment = []
  for (const line of text.split('\n')) {
    const [, fragment] = fragmentLine.exec(line) ?? []
    if (fragment !== undefined) {
      steps = []
      fragments.set(fragment, steps)
      continue
    }
    const [, indent = '', name, detail = ''] = stepLine.exec(line) ?? []
    const last = steps.at(-1)
    if (name !== undefined)
      steps.push({ depth: Math.round((indent.length - 4) / 3), name, detail: detail || null, rows: null, timeMs: null })
    else if (last?.rows === null) {
      const [, time = '', rows] = figuresLine.exec(line) ?? []
      if (rows !== undefined) Object.assign(last, { rows: Number(rows), timeMs: durationMs(time) })
    }
  }
  return fragments
}

/** What EXPLAIN ANALYZE of Trino prints, as one tree: a fragment is below the step that reads it. */
export const trinoSteps = (text: string): PlanStep[] => {
  const fragments = fragmentsOf(text)
  const placed = new Set<string>()
  const place = (fragment: string, depth: number): PlanStep[] => {
    if (placed.has(fragment)) return []
    placed.add(fragment)
    return (fragments.get(fragment) ?? []).flatMap((step) => {
      const here = { ...step, depth: step.depth + depth }
      const [, sources] = /sourceFragmentIds = \[([\d, ]+)\]/.exec(step.detail ?? '') ?? []
      return [here, ...(sources?.split(/, ?/) ?? []).flatMap((source) => place(source, here.depth + 1))]
    })
  }
  return [...fragments.keys()].flatMap((fragment) => place(fragment, 0))
}
