import type { AdhocFilter } from '../adhoc-filter.ts'
import { columnLabel } from '../labels.ts'
import type { FormData, QueryColumn } from '../query-object.ts'
import { asList } from '../read.ts'
import { adhocFilterOf, markClause, type MarkFilter } from './mark-filter.ts'

/** Controls that hold the dimensions of a chart, in the order in which a drill replaces them; `_b` is the second query of a mixed chart. */
const dimensionControls = ['groupby', 'groupbyRows', 'groupbyColumns', 'columns', 'series', 'entity', 'x_axis'] as const

const columnsIn = (value: unknown): QueryColumn[] => asList<QueryColumn>(value).filter(Boolean)

/** The control whose dimensions another one takes the place of: the one of the mark, else the first that holds any. */
export const drillControl = (form: FormData, mark: readonly MarkFilter[]): string => {
  const marked = new Set(mark.map(({ col }) => col))
  const holding = dimensionControls.filter((name) => columnsIn(form[name]).length > 0)
  const own = holding.find((name) => columnsIn(form[name]).some((column) => marked.has(columnLabel(column))))
  return own ?? holding.find((name) => name !== 'x_axis') ?? 'groupby'
}

/** Columns that a chart shows already and that drilling therefore does not offer. */
export const usedColumns = (form: FormData): Set<string> =>
  new Set([...dimensionControls, 'groupby_b', 'all_columns'].flatMap((name) => columnsIn(form[name]).map(columnLabel)))

/** The saved chart that a drill started from. */
const drilledChart = (form: FormData): unknown => form['slice_id'] || form['chart_id']

const secondQuery = (name: string) => `${name}_b`

type Drill = { column: string; control: string; mark: readonly MarkFilter[] }

/** The form of the same chart by another dimension, limited to the rows behind a mark. */
export const drillByForm = (form: FormData, { column, control, mark }: Drill): FormData => {
  // The start of a time unit has no place among the filters of a form.
  const filters: AdhocFilter[] = mark.filter(({ grain }) => !grain).map((filter) => adhocFilterOf(markClause(filter)))
  const narrowed = (name: string) => ({ [name]: [...asList<AdhocFilter>(form[name]), ...filters] })
  const isSingle = typeof form[control] === 'string' || control === 'x_axis'
  const second = secondQuery(control)
  return {
    ...form,
    slice_id: 0,
    chart_id: drilledChart(form),
    [control]: isSingle ? column : [column],
    ...(second in form && { [second]: [column] }),
    ...narrowed('adhoc_filters'),
    ...('adhoc_filters_b' in form && narrowed('adhoc_filters_b')),
  }
}
