type Values = readonly (number | null)[]

/** Whether a logarithmic axis has a place for it. */
export const isPositive = (value: number | null): boolean => value === null || value > 0

/** How many of these have no place on a logarithmic axis. */
export const countNotPositive = (lists: readonly Values[]): number =>
  lists.reduce((sum, values) => sum + values.filter((value) => !isPositive(value)).length, 0)

/** What a logarithmic axis has a place for; nothing in place of the rest. */
export const positiveOnly = (values: Values): (number | null)[] => values.map((value) => (isPositive(value) ? value : null))
