import { BodyError } from '#core/errors.ts'
import { t } from '#core/i18n/t.ts'
import { isoText } from '#core/time/civil.ts'
import { labelAt } from '#core/transform/frame.ts'
import { pythonFloat } from '#core/encoding/python-text.ts'
import { type Answered, columnNames, metricName, metricNames, numberIn, timeColumn } from './answered.ts'
import { domainCount } from './domain-count.ts'
import { rollbackOf } from './frequency.ts'
import { pivotByTime, seriesOf, timeSeriesOf } from './series.ts'

/** Time of a point in ns, as the keys of a rose are. */
const nanoseconds = (ms: number): string => String(BigInt(Math.round(ms)) * 1_000_000n)

/** `{time in ns: [{key, value, name, time in ms}]}`. */
export const roseData = (answered: Answered) => {
  const byTime: Record<string, { key: string | string[]; value: number; name: string | string[]; time: number }[]> = {}
  for (const { key, values } of timeSeriesOf(answered)) {
    for (const { x, y } of values) (byTime[nanoseconds(x)] ??= []).push({ key, value: y ?? 0, name: key, time: x })
  }
  return byTime
}

/** Periods laid over one another: the last is `current`, those before it `-1`, `-2`. */
export const timePivotData = (answered: Answered) => {
  const { form } = answered
  const metric = metricName(form['metric'])
  const [line] = seriesOf(pivotByTime(answered, [metric]), 1)
  const rollback = rollbackOf(String(form['freq'] ?? ''))
  const byStart = Map.groupBy(line?.values ?? [], ({ x }) => rollback(x))
  const starts = [...byStart.keys()].toSorted((a, b) => b - a)
  const [latest = 0] = starts
  const offsets = new Set([...byStart].flatMap(([start, points]) => points.map(({ x }) => x - start)))
  const times = [...offsets].toSorted((a, b) => a - b)
  const periods = starts.map((start, rank) => {
    const values = new Map(byStart.get(start)?.map(({ x, y }) => [x - start, y]))
    return {
      key: rank === 0 ? 'current' : `-${rank}`,
      values: times.map((offset) => ({ x: latest + offset, y: values.get(offset) ?? null })),
      rank,
      perc: 1 - rank / starts.length,
    }
  })
  return periods.filter(({ values }) => values.some(({ y }) => y !== null)).toSorted((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0))
}

/** `{metric: [{group, values}]}`. */
export const pairedTTestData = (answered: Answered) => {
  const frame = pivotByTime(answered, metricNames(answered.form))
  const [index] = frame.index
  const samples = frame.columns.map(({ path, data }) => {
    const [metric, ...group] = path
    const values = Array.from({ length: frame.rowCount }, (_, row) => {
      const y = Number(data.values[row] ?? NaN)
      return { x: index ? labelAt(index.data, row) : null, y: Number.isFinite(y) ? y : null }
    })
    return { metric: String(metric), sample: { group: group.length > 0 ? group : 'All', values } }
  })
  const byMetric = Map.groupBy(samples, ({ metric }) => metric)
  return Object.fromEntries([...byMetric].map(([metric, found]) => [metric, found.map(({ sample }) => sample)]))
}

/** One record per time, with a value for each group or metric. */
export const timeTableData = (answered: Answered) => {
  const { form } = answered
  const metrics = metricNames(form)
  const groups = columnNames(form['groupby'])
  const frame = pivotByTime(answered, metrics)
  const names = frame.columns.map(({ path }) => (groups.length > 0 ? path.slice(1).join(', ') : String(path[0])))
  const [index] = frame.index
  const records = Array.from({ length: frame.rowCount }, (_, row) => {
    const time = Number(index?.data.values[row] ?? 0)
    const values = frame.columns.map(({ data }, i) => {
      const value = Number(data.values[row] ?? NaN)
      return [names[i] ?? '', Number.isFinite(value) ? value : null] as const
    })
    return [`${isoText(time).replace('T', ' ')}+00:00`, Object.fromEntries(values)] as const
  })
  const columns = frame.columns.map(({ path }, i) => (groups.length === 1 ? path[1] : names[i]))
  return { records: Object.fromEntries(records), columns, is_group_by: groups.length > 0 }
}

/** `{metric: {time in s: value}}`, with the first domain and how many there are. */
export const calendarData = ({ form, rows, since, until }: Answered) => {
  if (since === null || until === null) throw new BodyError(400, { error: t('Please provide both time bounds (Since and Until)') })
  const ofMetric = (metric: string) => rows.map((row) => [pythonFloat(Number(row[timeColumn]) / 1000), numberIn(row, metric)] as const)
  const domain = form['domain_granularity'] ?? null
  return {
    data: Object.fromEntries(metricNames(form).map((metric) => [metric, Object.fromEntries(ofMetric(metric))])),
    start: since,
    domain,
    subdomain: form['subdomain_granularity'] ?? null,
    range: domainCount(domain, since, until),
  }
}
