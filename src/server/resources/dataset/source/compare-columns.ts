import type { SourceChanges } from '#api/dataset-source.ts'
import { readObject } from '#core/encoding/read-object.ts'
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

type Chart = { id: number; params: string | null }

/** The lost names that a chart uses: columns, and calculated columns or metrics that read them. */
const lostNamesOf = (chart: Chart, lost: ReadonlySet<string>, lexicon: Lexicon): string[] => {
  const form = readObject(chart.params)
  const { columns, metrics } = namesUsed(form)
  const written = expressionTexts(form).map((text) => namesIn(text, lexicon))
  const times = ['granularity_sqla', 'granularity'].flatMap((field) => (typeof form[field] === 'string' ? [form[field]] : []))
  return [...lost].filter(
    (name) => columns.has(name) || metrics.has(name) || times.includes(name) || written.some((names) => hasName(names, name)),
  )
}

export type ColumnChanges = Omit<SourceChanges, 'charts' | 'hidden_charts'>

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

/** The charts that use what is lost, with the names that they use. */
export const chartsBrokenBy = <C extends Chart>(charts: readonly C[], { lost }: ColumnChanges, lexicon: Lexicon) => {
  const names = new Set(lost.flatMap(({ column_name, used_by }) => [column_name, ...used_by]))
  return charts.flatMap((chart) => {
    const uses = lostNamesOf(chart, names, lexicon)
    return uses.length ? [{ ...chart, uses }] : []
  })
}
