/** The key of a field of a filter box, which the native filter in its place has as id. */
export const filterKey = (chartId: number, index: number): string => `NATIVE_FILTER-${chartId}-${index}`

const pattern = /^NATIVE_FILTER-(\d+)-\d+$/

export const isFilterKey = (id: string): boolean => pattern.test(id)

/** The filter box that a key names. @throws Error for any other text */
export const chartOfFilterKey = (key: string): number => {
  const [, chartId] = pattern.exec(key) ?? []
  if (chartId === undefined) throw new Error('Cannot parse invalid filter key')
  return Number(chartId)
}
