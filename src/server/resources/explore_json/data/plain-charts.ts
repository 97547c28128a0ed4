import { columnLabel, metricLabel } from '#core/query/labels.ts'
import type { QueryColumn, QueryMetric } from '#core/query/query-object.ts'
import { isSet } from '#core/query/read.ts'
import { TransformError } from '#core/transform/operation.ts'
import { type Answered, columnNames, numberIn } from './answered.ts'

const nameOf = (metric: unknown): string => (isSet(metric) ? metricLabel(metric as QueryMetric) : '')

const columnName = (column: unknown): string => (isSet(column) ? columnLabel(column as QueryColumn) : '')

/** Rows with what a bubble needs, by series. */
export const bubbleData = ({ form, rows }: Answered) => {
  const [x, y, size] = [nameOf(form['x']), nameOf(form['y']), nameOf(form['size'])]
  const group = columnName(form['series']) || columnName(form['entity'])
  const groups = new Map<unknown, object[]>()
  for (const row of rows) {
    const bubble = { ...row, x: row[x], y: row[y], size: row[size], shape: 'circle', group: row[group] }
    const bubbles = groups.get(row[group])
    if (bubbles) bubbles.push(bubble)
    else groups.set(row[group], [bubble])
  }
  return [...groups].map(([key, values]) => ({ key, values }))
}

export const bulletData = ({ form, rows }: Answered) => ({ measures: rows.map((row) => numberIn(row, nameOf(form['metric']))) })

/** The matrix grows with their square. */
const maxNodes = 2_000

/** A square matrix: the row of a target has what comes from each source. @throws TransformError for too many nodes */
export const chordData = ({ form, rows }: Answered) => {
  const [source = '', target = ''] = [...columnNames(form['groupby']), ...columnNames(form['columns'])]
  const metric = nameOf(form['metric'])
  const nodes = [...new Set(rows.flatMap((row) => [row[source], row[target]]))]
  if (nodes.length > maxNodes) throw new TransformError(`A matrix of ${nodes.length} nodes is too large; at most ${maxNodes} are drawn`)
  const place = new Map(nodes.map((node, i) => [node, i]))
  const matrix = nodes.map(() => nodes.map(() => 0))
  for (const row of rows) {
    const [from, to] = [place.get(row[source]) ?? 0, place.get(row[target]) ?? 0]
    const line = matrix[to]
    if (line) line[from] = numberIn(row, metric) ?? 0
  }
  return { nodes, matrix }
}

export const countryMapData = ({ form, rows }: Answered) =>
  rows.map((row) => ({ country_id: row[columnName(form['entity'])], metric: row[nameOf(form['metric'])] }))
