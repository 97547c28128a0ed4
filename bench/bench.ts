/** One measured line: the subject against its control in the same run. */
export type Line = { what: string; subject: string; control: string; ratio: number | null; goal: string }

export type Bench = { name: string; run(): Promise<Line[]> }

export const median = (values: number[]): number => {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? NaN
}

export const percentile = (values: number[], share: number): number => {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN
}

/** Subject and control by turns, so that a noisy neighbour hits both; medians in ms. */
export const alternate = async (
  subject: () => Promise<unknown>,
  control: () => Promise<unknown>,
  rounds = 9,
): Promise<{ subject: number; control: number }> => {
  const times = { subject: [] as number[], control: [] as number[] }
  const timed = async (work: () => Promise<unknown>) => {
    const began = performance.now()
    await work()
    return performance.now() - began
  }
  await subject()
  await control()
  for (let round = 0; round < rounds; round++) {
    times.subject.push(await timed(subject))
    times.control.push(await timed(control))
  }
  return { subject: median(times.subject), control: median(times.control) }
}

export const ms = (value: number): string => `${value.toFixed(value < 10 ? 2 : 1)} ms`
