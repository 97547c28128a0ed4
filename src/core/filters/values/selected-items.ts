import type { FilterClause } from '../../query/query-object.ts'
import { asList, asRecord } from '../../query/read.ts'
import type { DataMask, DataMasks } from '../data-mask.ts'

type Condition = { col: string; op: string; val?: unknown; grain?: string; formattedVal?: string }

/** An item of a chart that was pressed: the filters that it stands for and its name. */
export type Pressed = { filters: readonly Condition[]; label: string }

const isLowerBound = (op: string) => op === '>=' || op === '>'
const isUpperBound = (op: string) => op === '<=' || op === '<'

const bound = (conditions: readonly Condition[], sign: 1 | -1): FilterClause => {
  const [first, ...rest] = conditions as [Condition, ...Condition[]]
  const { col, op, val } = rest.reduce((widest, one) => (sign * (Number(one.val) - Number(widest.val)) < 0 ? one : widest), first)
  return { col, op, val }
}

const oneOf = ({ col, grain }: Condition, conditions: readonly Condition[]): FilterClause => {
  const values = [...new Set(conditions.flatMap(({ val }) => (val === null || val === undefined ? [null] : asList<unknown>(val))))]
  return values.every((value) => value === null) ? { col, op: 'IS NULL' } : { col, op: 'IN', val: values, ...(grain && { grain }) }
}

/** Which conditions on one column unite to a single clause. */
const kindOf = ({ op, val, grain = '' }: Condition): string => {
  if (grain !== '') return `values of ${grain}`
  if (val === null || val === undefined) return 'values'
  if (op === 'TEMPORAL_RANGE') return 'time range'
  return isLowerBound(op) ? 'lower bound' : isUpperBound(op) ? 'upper bound' : 'values'
}

const unite = (conditions: readonly Condition[]): FilterClause => {
  const last = conditions.at(-1) as Condition
  const kind = kindOf(last)
  if (kind === 'time range') return { col: last.col, op: last.op, val: last.val }
  if (kind === 'lower bound' || kind === 'upper bound') return bound(conditions, kind === 'lower bound' ? 1 : -1)
  return oneOf(last, conditions)
}

/** The conditions of several items: per column any of their values, or the range that spans theirs. */
const clausesOf = (items: readonly Pressed[]): FilterClause[] => {
  const conditions = items.flatMap(({ filters }) => filters)
  return [...Map.groupBy(conditions, (one) => JSON.stringify([one.col, kindOf(one)])).values()].map(unite)
}

/** `1 – 5`: what several ranges of one column span together; else the names of the items. */
const labelOf = (items: readonly Pressed[]): string => {
  const [first] = items
  const kinds = items.map(({ filters }) => filters.map((one) => `${one.col} ${kindOf(one)}`).join())
  const isRange = first && kinds[0] === `${first.filters[0]?.col} lower bound,${first.filters[0]?.col} upper bound`
  if (items.length < 2 || !isRange || kinds.some((kind) => kind !== kinds[0])) return items.map(({ label }) => label).join(', ')
  const conditions = items.flatMap(({ filters }) => filters)
  return clausesOf(items)
    .map(({ val }) => conditions.find((one) => one.val === val)?.formattedVal ?? String(val))
    .join(' – ')
}

const tupleOf = ({ filters }: Pressed) => filters.map(({ val }) => (Array.isArray(val) && val.length === 1 ? val[0] : val) ?? null)

/** What the selected items of a chart ask of the other charts. `items` lets single ones be removed again; Superset ignores it. */
export const crossFilterMask = (chartId: number, items: readonly Pressed[]): DataMask => ({
  id: String(chartId),
  extraFormData: { filters: clausesOf(items) },
  filterState: {
    value: items.map(tupleOf),
    label: labelOf(items),
    selectedValues: items.map(({ label }) => label),
    items,
  },
  ownState: {},
})

const readItem = (value: unknown): Pressed => {
  const { filters, label } = asRecord(value)
  return {
    label: String(label),
    filters: asList(filters).map((one) => {
      const { col, op, val, grain, formattedVal } = asRecord(one)
      const text = typeof formattedVal === 'string' && { formattedVal }
      return { col: String(col), op: String(op), val, ...(typeof grain === 'string' && { grain }), ...text }
    }),
  }
}

/** The selected items of a mask; a mask that Superset wrote counts as one item. */
const itemsOf = ({ filterState, extraFormData }: DataMask): Pressed[] => {
  const { items, label, selectedValues } = filterState ?? {}
  if (Array.isArray(items)) return items.map(readItem)
  const names = asList(selectedValues)
  return names.length === 0 ? [] : [readItem({ filters: extraFormData?.['filters'], label: label ?? names.join(', ') })]
}

const isSameItem = (a: Pressed, b: Pressed): boolean =>
  a.label === b.label && JSON.stringify(clausesOf([a])) === JSON.stringify(clausesOf([b]))

/**
 * Selects an item: instead of what is selected, or in addition to it (`adds`). A selected item is deselected, and null deselects all.
 */
export const pressed = (masks: DataMasks, chartId: number, item: Pressed | null, { adds = false } = {}): DataMasks => {
  const id = String(chartId)
  const { [id]: present, ...others } = masks
  if (!item) return present && !adds ? others : masks
  const before = present ? itemsOf(present) : []
  const rest = before.filter((one) => !isSameItem(one, item))
  const items = rest.length < before.length ? rest : adds ? [...before, item] : [item]
  return items.length === 0 ? others : { ...others, [id]: crossFilterMask(chartId, items) }
}
