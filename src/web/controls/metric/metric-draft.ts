import type { DatasetFacts } from '#charts/control.ts'
import { defaultMetricLabel, isValidMetric, labelledMetric } from '#core/query/adhoc-metric.ts'
import { aggregates } from '#core/query/query-object.ts'
import type { AdhocMetric, Aggregate, QueryMetric } from '#core/query/query-object.ts'
import { hasFeature } from '../../data/feature-flags.ts'
import { metricName, optionName, sqlName } from '../field/kind.ts'

export const metricTabs = ['saved', 'simple', 'sql'] as const
export type MetricTab = (typeof metricTabs)[number]

/** A metric while it is edited: the tab that is open says which of its parts count. */
export type MetricDraft = {
  tab: MetricTab
  saved: string | null
  column: ({ column_name: string } & Record<string, unknown>) | null
  aggregate: Aggregate | null
  sql: string
  /** A name somebody gave it; null while it follows what the metric says. */
  name: string | null
  optionName: string
  /** d3 format of this metric in this chart. */
  format: string | null
  /** What the content of the tab was made of when it was opened from another one. */
  startedFrom: { tab: MetricTab; text: string } | null
}

const isAggregate = (text: unknown): text is Aggregate => aggregates.includes(text as Aggregate)

type Facts = Pick<DatasetFacts, 'columns' | 'metrics'> | null

const emptyDraft = (tab: MetricTab): MetricDraft => ({
  tab,
  saved: null,
  column: null,
  aggregate: null,
  sql: '',
  name: null,
  optionName: optionName('metric'),
  format: null,
  startedFrom: null,
})

/** An existing expression opens on its own tab; nothing yet opens the saved metrics where there are any, or no others are allowed. */
export const openMetric = (value: QueryMetric | null | undefined, dataset: Facts, hasSavedMetricsOnly = false): MetricDraft => {
  const hasSaved = hasSavedMetricsOnly || (dataset?.metrics.length ?? 0) > 0
  if (value === null || value === undefined) return emptyDraft(hasSaved ? 'saved' : 'simple')
  if (typeof value === 'string') return { ...emptyDraft('saved'), saved: value }
  const isSql = value.expressionType === 'SQL'
  const format = (value as { d3format?: unknown }).d3format
  return {
    ...emptyDraft(isSql ? 'sql' : 'simple'),
    column: value.column?.column_name ? { ...value.column, column_name: value.column.column_name } : null,
    aggregate: isAggregate(value.aggregate) ? value.aggregate : null,
    sql: value.sqlExpression ?? '',
    name: value.hasCustomLabel ? (value.label ?? null) : null,
    optionName: value.optionName ?? optionName('metric'),
    format: typeof format === 'string' ? format : null,
  }
}

const simpleSql = (draft: MetricDraft, backend?: string | null): string => {
  if (!draft.column || !draft.aggregate) return ''
  const name = sqlName(draft.column.column_name, backend)
  return draft.aggregate === 'COUNT_DISTINCT' ? `COUNT(DISTINCT ${name})` : `${draft.aggregate}(${name})`
}

/** The SQL that the draft stands for. */
export const draftSql = (draft: MetricDraft, backend?: string | null): string =>
  draft.tab === 'sql' ? draft.sql.trim() : simpleSql(draft, backend)

const simpleFromSql = (sql: string, dataset: Facts): Pick<MetricDraft, 'column' | 'aggregate'> | null => {
  const [, fn = '', distinct, quoted, bare] =
    /^\s*(avg|count|max|min|sum)\s*\(\s*(distinct\s+)?(?:["`]([^"`]+)["`]|(\w+))\s*\)\s*$/i.exec(sql) ?? []
  const column = dataset?.columns.find((candidate) => candidate.column_name === (quoted ?? bare))
  const aggregate = distinct ? (/count/i.test(fn) ? 'COUNT_DISTINCT' : null) : fn.toUpperCase()
  return column && isAggregate(aggregate) ? { column: { ...column }, aggregate } : null
}

const savedExpression = (draft: MetricDraft, dataset: Facts) =>
  dataset?.metrics.find((metric) => metric.metric_name === draft.saved)?.expression ?? ''

const nameOf = (draft: MetricDraft, dataset: Facts): string => {
  const saved = dataset?.metrics.find((metric) => metric.metric_name === draft.saved)
  return saved ? metricName(saved) : (draft.saved ?? '')
}

/** Opens another tab and carries the content over where it can be said there. */
export const withTab = (draft: MetricDraft, tab: MetricTab, context: { dataset: Facts; backend?: string | null }): MetricDraft => {
  const { dataset, backend } = context
  if (tab === draft.tab) return draft
  const moved = { ...draft, tab, startedFrom: null }
  if (tab === 'sql') {
    const sql = draft.tab === 'simple' ? simpleSql(draft, backend) : savedExpression(draft, dataset)
    if (sql === '' || draft.sql !== '') return moved
    const text = draft.tab === 'simple' ? `${draft.aggregate} of ${draft.column?.column_name}` : nameOf(draft, dataset)
    return { ...moved, sql, startedFrom: { tab: draft.tab, text } }
  }
  if (tab === 'simple' && !draft.column) {
    const source = draft.tab === 'sql' ? draft.sql : savedExpression(draft, dataset)
    const found = simpleFromSql(source, dataset)
    return found ? { ...moved, ...found, startedFrom: { tab: draft.tab, text: source.trim() } } : moved
  }
  return moved
}

/** Choosing a column or an aggregate makes it a simple metric and leaves the saved one. */
export const withColumn = (draft: MetricDraft, column: MetricDraft['column'], suggested?: Aggregate): MetricDraft => ({
  ...draft,
  tab: 'simple',
  saved: null,
  column,
  aggregate: draft.aggregate ?? suggested ?? null,
})

export const withAggregate = (draft: MetricDraft, aggregate: Aggregate | null): MetricDraft => ({
  ...draft,
  tab: 'simple',
  saved: null,
  aggregate,
})

export const withSql = (draft: MetricDraft, sql: string): MetricDraft => ({ ...draft, tab: 'sql', saved: null, sql })

/** Choosing a saved metric drops the ad-hoc parts. */
export const withSaved = (draft: MetricDraft, saved: string): MetricDraft => ({
  ...emptyDraft('saved'),
  optionName: draft.optionName,
  saved,
})

/** The metric as form data holds it; null while it is not finished. */
export const toMetric = (draft: MetricDraft): QueryMetric | null => {
  if (draft.tab === 'saved') return draft.saved
  const isSql = draft.tab === 'sql'
  const metric: AdhocMetric = labelledMetric({
    expressionType: isSql ? 'SQL' : 'SIMPLE',
    column: isSql ? null : draft.column,
    aggregate: isSql ? null : draft.aggregate,
    sqlExpression: isSql ? draft.sql : null,
    datasourceWarning: false,
    hasCustomLabel: draft.name !== null,
    label: draft.name,
    optionName: draft.optionName,
    ...(draft.format !== null && { d3format: draft.format }),
  })
  return isValidMetric(metric) ? metric : null
}

/** The title of the editor. */
export const draftTitle = (draft: MetricDraft, dataset: Facts): string => {
  if (draft.tab === 'saved') return nameOf(draft, dataset)
  if (draft.name !== null) return draft.name
  return draft.tab === 'sql' ? defaultMetricLabel({ expressionType: 'SQL', sqlExpression: draft.sql }) : simpleTitle(draft)
}

const simpleTitle = (draft: MetricDraft) =>
  draft.column ? defaultMetricLabel({ expressionType: 'SIMPLE', column: draft.column, aggregate: draft.aggregate }) : ''

/** Whether two metrics are equal, regardless of their random identifiers. */
export const sameMetric = (a: QueryMetric | null | undefined, b: QueryMetric | null | undefined): boolean => {
  const plain = (metric: QueryMetric | null | undefined) =>
    metric && typeof metric === 'object' ? { ...metric, optionName: null } : (metric ?? null)
  return JSON.stringify(plain(a)) === JSON.stringify(plain(b))
}

/** What a dropped or clicked column is summed up by: numbers by their sum, anything else by how many different ones there are. */
export const suggestedAggregate = (kind: string): Aggregate => (kind === 'number' ? 'SUM' : 'COUNT_DISTINCT')

/** The aggregate that a column gets in the editor; without `UX_BETA` people choose it. */
export const proposedAggregate = (kind: string): Aggregate | undefined => (hasFeature('UX_BETA') ? suggestedAggregate(kind) : undefined)
