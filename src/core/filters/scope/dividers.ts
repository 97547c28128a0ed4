import { isFilter, type FilterItem } from '../native-filter.ts'

/** What a divider heads: the filters after it up to the next one. Dividers that follow each other head the same filters. */
const filtersUnder = (items: readonly FilterItem[], divider: number): FilterItem[] => {
  const first = items.findIndex((item, i) => i > divider && isFilter(item))
  const next = items.findIndex((item, i) => i > first && !isFilter(item))
  return first === -1 ? [] : items.slice(first, next === -1 ? undefined : next)
}

/** The items of a section of the bar that shows these filters: with the dividers over them, and without those that head none of them. */
export const withDividers = (items: readonly FilterItem[], shown: readonly FilterItem[]): FilterItem[] =>
  items.filter((item, i) => (isFilter(item) ? [item] : filtersUnder(items, i)).some((one) => shown.includes(one)))

/** The first items of a section, as many as fit: one filter at least, and no divider behind the last one. */
export const firstItems = (section: readonly FilterItem[], fitting: number): FilterItem[] => {
  const start = section.slice(0, Math.max(fitting, section.findIndex(isFilter) + 1))
  return start.slice(0, start.findLastIndex(isFilter) + 1)
}
