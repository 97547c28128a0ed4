/** One result: the subject against its control in the same run. */
export type Line = {
  what: string
  subject: string
  control: string
  /** Ratio of subject to control, where meaningful. */
  ratio: number | null
  goal: string
  /** Whether the goal is reached; absent without a goal. */
  met?: boolean
}

export type Options = { /** How long a bench that may take as long as one likes shall take. */ seconds?: number }

export type Bench = { name: string; run(options: Options): Promise<Line[]> }

export const median = (values: number[]): number => percentile(values, 0.5)

export const percentile = (values: number[], share: number): number => {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN
}

export const ms = (value: number): string => `${value.toFixed(value < 10 ? 2 : 1)} ms`

export const megabytes = (bytes: number): string => `${Math.round(bytes / 2 ** 20)} MB`
