import type { DatasetFacts } from '#charts/control.ts'
import { extentFormatter } from '#core/format/years.ts'
import { t } from '#core/i18n/t.ts'
import { ownValue } from '#core/encoding/own-keys.ts'
import type { QueryContext, QueryMetric } from '#core/query/query-object.ts'
import { cell } from '#core/table.ts'
import type { Table } from '#core/table.ts'
import { dataKind } from '../../../controls/field/kind.ts'
import { noColumnStats } from '../state/choose-fields.ts'
import type { ColumnStats } from '../state/choose-fields.ts'

/** Statistics are fetched for at most this many columns. */
const maxColumns = 24

const simpleMetric = (aggregate: string, column: string, label: string): QueryMetric => ({
  expressionType: 'SIMPLE',
  aggregate,
  column: { column_name: column },
  label,
  hasCustomLabel: true,
})

const rowsLabel = '__rows'

export type StatsDataset = Pick<DatasetFacts, 'id' | 'columns'>

/** One query for all columns: row count, range of times and numbers, number of distinct texts. */
export const buildStatsQuery = (dataset: StatsDataset, type: string): QueryContext => {
  const metrics: QueryMetric[] = [{ expressionType: 'SQL', sqlExpression: 'COUNT(*)', label: rowsLabel, hasCustomLabel: true }]
  dataset.columns
    .filter((column) => !column.expression)
    .slice(0, maxColumns)
    .forEach((column, i) => {
      const kind = dataKind(column)
      if (kind === 'time' || kind === 'number')
        metrics.push(simpleMetric('MIN', column.column_name, `__min${i}`), simpleMetric('MAX', column.column_name, `__max${i}`))
      if (kind === 'text' && column.groupby !== false) metrics.push(simpleMetric('COUNT_DISTINCT', column.column_name, `__distinct${i}`))
    })
  return {
    datasource: { id: dataset.id, type },
    result_type: 'full',
    result_format: 'json',
    queries: [{ columns: [], metrics, filters: [], orderby: [], extras: { where: '', having: '' }, row_limit: 1 }],
  }
}

const numberAt = (table: Table, name: string): number | undefined => {
  const column = table.columns.find((candidate) => candidate.name === name)
  const value = column && table.rowCount > 0 ? cell(column, 0) : null
  if (typeof value === 'number') return value
  if (typeof value !== 'string') return undefined
  const read = Date.parse(/[zZ]|[+-]\d\d:?\d\d$/.test(value) ? value : `${value}Z`)
  return Number.isNaN(read) ? undefined : read
}

export const readColumnStats = (dataset: StatsDataset, table: Table | undefined): ColumnStats => {
  if (!table) return noColumnStats
  const counted = dataset.columns.filter((column) => !column.expression).slice(0, maxColumns)
  return {
    span: Object.fromEntries(
      counted.flatMap(({ column_name }, i): [string, [number, number]][] => {
        const [from, to] = [numberAt(table, `__min${i}`), numberAt(table, `__max${i}`)]
        return from !== undefined && to !== undefined ? [[column_name, [from, to]]] : []
      }),
    ),
    distinct: Object.fromEntries(
      counted.flatMap(({ column_name }, i): [string, number][] => {
        const distinct = numberAt(table, `__distinct${i}`)
        return distinct === undefined ? [] : [[column_name, distinct]]
      }),
    ),
    rows: numberAt(table, rowsLabel) ?? null,
  }
}

const year = (value: number) => String(new Date(value).getUTCFullYear())
const month = (value: number) => new Intl.DateTimeFormat(t.locale, { timeZone: 'UTC', month: 'short', year: 'numeric' }).format(value)

const between = (from: string, to: string) => (from === to ? from : `${from}–${to}`)

/** Hints shown beside column names: `2000–2010`, `5 values`, `6–707`. */
export const columnHints = (dataset: Pick<DatasetFacts, 'columns'> | null, glance: ColumnStats): Record<string, string> => {
  const hints: Record<string, string> = {}
  for (const column of dataset?.columns ?? []) {
    const name = column.column_name
    const span = ownValue(glance.span, name)
    const distinct = ownValue(glance.distinct, name)
    if (span && dataKind(column) === 'time')
      hints[name] = span[1] - span[0] > 700 * 86_400_000 ? between(year(span[0]), year(span[1])) : between(month(span[0]), month(span[1]))
    else if (span) {
      const show = extentFormatter(name, span, t.locale)
      hints[name] = between(show(span[0]), show(span[1]))
    } else if (distinct !== undefined) hints[name] = t.plural(distinct, '%(count)s value', '%(count)s values')
  }
  return hints
}
