import { TransformError } from '#core/transform/operation.ts'
import { type Answered, columnNames, metricName, numberIn } from './answered.ts'

/** Rows with what a bubble needs, by series. */
export const bubbleData = ({ form, rows }: Answered) => {
  const [x, y, size] = [metricName(form['x']), metricName(form['y']), metricName(form['size'])]
  const [group = ''] = [...columnNames(form['series']), ...columnNames(form['entity'])]
  const groups = new Map<unknown, object[]>()
  for (const row of rows) {
    const bubble = { ...row, x: row[x], y: row[y], size: row[size], shape: 'circle', group: row[group] }
    const bubbles = groups.get(row[group])
    if (bubbles) bubbles.push(bubble)
    else groups.set(row[group], [bubble])
  }
  return [...groups].map(([key, values]) => ({ key, values }))
}

export const bulletData = ({ form, rows }: Answered) => ({ measures: rows.map((row) => numberIn(row, metricName(form['metric']))) })

/** The matrix grows with their square. */
const maxNodes = 2_000

/** A square matrix: the row of a target has what comes from each source. @throws TransformError for too many nodes */
export const chordData = ({ form, rows }: Answered) => {
  const [source = '', target = ''] = [...columnNames(form['groupby']), ...columnNames(form['columns'])]
  const metric = metricName(form['metric'])
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

export const countryMapData = ({ form, rows }: Answered) => {
  const [entity = ''] = columnNames(form['entity'])
  return rows.map((row) => ({ country_id: row[entity], metric: row[metricName(form['metric'])] }))
}
