import type { SourceChanges } from '#api/dataset-source.ts'
import { readObject } from '#core/encoding/read-object.ts'
import { isFilter, readFilters, type NativeFilter } from '#core/filters/native-filter.ts'
import { asList } from '#core/query/read.ts'
import { nameOf, tokenize } from '#core/sql/lexer.ts'
import type { Lexicon } from '#core/sql/lexicon.ts'
import { typeText } from '../../database/catalog.ts'
import { namesUsed } from '../for-charts.ts'
import type { PhysicalTable } from '../parts.ts'
import type { StoredDataset } from '../read.ts'

/** Names in an SQL text, lower case for bare ones. A text that cannot be split names nothing. */
const namesIn = (sql: string, lexicon: Lexicon): Set<string> => {
  try {
    return new Set(
      tokenize(sql, lexicon).flatMap((token) => {
        const name = nameOf(token)
        return name === null ? [] : token.kind === 'name' ? [name] : [name.toLowerCase()]
      }),
    )
  } catch {
    return new Set()
  }
}

const hasName = (names: ReadonlySet<string>, column: string) => names.has(column) || names.has(column.toLowerCase())

const expressionTexts = (value: unknown): string[] => {
  if (Array.isArray(value)) return value.flatMap(expressionTexts)
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) =>
    key === 'sqlExpression' && typeof inner === 'string' ? [inner] : expressionTexts(inner),
  )
}

/** The lost names that form data uses: columns, and calculated columns or metrics that read them. */
const lostNamesOf = (form: Record<string, unknown>, lost: ReadonlySet<string>, lexicon: Lexicon): string[] => {
  const { columns, metrics } = namesUsed(form)
  const written = expressionTexts(form).map((text) => namesIn(text, lexicon))
  const times = ['granularity_sqla', 'granularity'].flatMap((field) => (typeof form[field] === 'string' ? [form[field]] : []))
  return [...lost].filter(
    (name) => columns.has(name) || metrics.has(name) || times.includes(name) || written.some((names) => hasName(names, name)),
  )
}

export type ColumnChanges = Pick<SourceChanges, 'added' | 'changed' | 'lost'>

/** What differs between the stored columns and those of the source. Calculated columns are not part of the source. */
export const compareColumns = ({ columns, metrics }: StoredDataset, physical: PhysicalTable, lexicon: Lexicon): ColumnChanges => {
  const found = new Map(physical.columns.map(({ name, type }) => [name, typeText(type)]))
  const stored = columns.filter(({ expression }) => !expression)
  const known = new Set(columns.map(({ column_name }) => column_name))
  const expressions = [
    ...columns.flatMap(({ column_name: name, expression }) => (expression ? [{ name, names: namesIn(expression, lexicon) }] : [])),
    ...metrics.map(({ metric_name: name, expression }) => ({ name, names: namesIn(expression, lexicon) })),
  ]
  return {
    added: [...found].flatMap(([column_name, type]) => (known.has(column_name) ? [] : [{ column_name, type }])),
    changed: stored.flatMap(({ column_name, type: before }) => {
      const type = found.get(column_name)
      return type === undefined || type === before ? [] : [{ column_name, type, before }]
    }),
    lost: stored.flatMap(({ column_name }) =>
      found.has(column_name)
        ? []
        : [{ column_name, used_by: expressions.filter(({ names }) => hasName(names, column_name)).map(({ name }) => name) }],
    ),
  }
}

const lostNames = ({ lost }: ColumnChanges): Set<string> => new Set(lost.flatMap(({ column_name, used_by }) => [column_name, ...used_by]))

type Chart = { id: number; params: string | null }

/** The charts that use what is lost, with the names that they use. */
export const chartsBrokenBy = <C extends Chart>(charts: readonly C[], changes: ColumnChanges, lexicon: Lexicon) => {
  const names = lostNames(changes)
  return charts.flatMap((chart) => {
    const uses = lostNamesOf(readObject(chart.params), names, lexicon)
    return uses.length ? [{ ...chart, uses }] : []
  })
}

/** What a filter asks of a dataset, written like the form data of a chart; null if it asks nothing. */
const formOf = (filter: NativeFilter, datasetId: number): Record<string, unknown> | null => {
  const targets = filter.targets.filter((target) => target.datasetId === datasetId)
  if (targets.length === 0) return null
  return {
    columns: targets.flatMap(({ column }) => column?.name ?? []),
    metrics: filter.sortMetric ?? [],
    adhoc_filters: filter.adhoc_filters,
    granularity_sqla: filter.granularity_sqla,
  }
}

type Dashboard = { id: number; dashboard_title: string | null; json_metadata: string | null }

/** The filters of dashboards that use what is lost, with the names that they use. */
export const filtersBrokenBy = (
  dashboards: readonly Dashboard[],
  { datasetId, changes, lexicon }: { datasetId: number; changes: ColumnChanges; lexicon: Lexicon },
): SourceChanges['filters'] => {
  const names = lostNames(changes)
  return dashboards.flatMap(({ id, dashboard_title: title, json_metadata }) => {
    const metadata = readObject(json_metadata)
    const items = ['native_filter_configuration', 'chart_customization_config'].flatMap((key) => asList<unknown>(metadata[key]))
    return readFilters(items)
      .filter(isFilter)
      .flatMap((filter) => {
        const form = formOf(filter, datasetId)
        const uses = form ? lostNamesOf(form, names, lexicon) : []
        return uses.length ? [{ dashboard: { id, title }, name: filter.name, uses }] : []
      })
  })
}
