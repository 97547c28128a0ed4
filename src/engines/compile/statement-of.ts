import { columnLabel, metricLabel } from '#core/query/labels.ts'
import type { QueryColumn } from '#core/query/query-object.ts'
import type { TimeRange } from '#core/time/time-range.ts'
import { t } from '#core/i18n/t.ts'
import { metricSql, queryColumnSql, timeColumnSql } from './write/columns.ts'
import type { Dataset, DatasetColumn } from './dataset.ts'
import {
  filterConditions,
  timeConditions,
  type Conditions,
  type RejectedFilter,
  type TemplateFilters,
  type Times,
} from './write/filters.ts'
import { maskedColumns } from './masks.ts'
import { namesFor, type Names } from './write/names.ts'
import { orderBy, ordersByMetric, type Output } from './write/order.ts'
import { missingColumns, TIMESTAMP, type Plan } from './plan.ts'
import { QueryError } from './query-error.ts'
import { bare, columnSql, datasetColumn, userSql, withOwnUses, type Condition, type Scope } from './scope.ts'
import { seriesLimit } from './write/series-limit.ts'
import { requireGroups } from './write/strict-groups.ts'
import { addUses } from './uses.ts'
import { nested, selectLines, type Lines, type Select } from './write/select.ts'

/** Row-level conditions and template facts that belong to the viewer, not to the query. */
export type Viewer = {
  /** Row-level conditions as SQL. */
  predicates: string[]
  template: TemplateFilters
}

export type Statement = {
  sql: string
  /** The engine's output name → its label, where they differ. */
  labels: Record<string, string>
  outputs: Output[]
  /** The source: a table's full name or a sub-select. */
  from: string
  applied: string[]
  rejected: RejectedFilter[]
}

/** What a dataset's columns may be qualified with. */
export const sourceName = ({ sql, table_name }: Dataset): string => (sql ? 'virtual_table' : table_name)

/** The source as the viewer may read it: with masked columns, of the rows that they may read, under its own name. */
const sourceLines = (scope: Scope, { predicates }: Viewer): Lines => {
  const { dataset, dialect, kept } = scope
  const name = `AS ${dialect.quote(sourceName(dataset))}`
  if (kept) return [`${dialect.quote(kept.table)} ${name}`]
  if (!dataset.masked) return plainSourceLines(scope)
  const { columns, masks } = dataset.masked
  const where = predicates.map((text) => userCondition(scope, text, 'predicate').sql)
  return nested(selectLines(dialect, { columns: maskedColumns(dialect, columns, masks), from: plainSourceLines(scope), where }), name)
}

/** A physical table by its full name, or the SQL of a virtual dataset in parentheses. */
const plainSourceLines = (scope: Scope): Lines => {
  const { dataset, dialect } = scope
  if (dataset.sql) {
    const text = bare(scope.render(dataset.sql, 'dataset', scope.range))
    scope.fragments.push({ place: 'dataset', text })
    return ['(', text, `) AS ${dialect.quote(sourceName(dataset))}`]
  }
  const { catalogs, schemas } = dialect.capabilities
  const parts = [catalogs ? dataset.catalog : null, schemas ? dataset.schema : null, dataset.table_name]
  return [parts.flatMap((part) => (part ? [dialect.quote(part)] : [])).join('.')]
}

const timeColumnOf = (scope: Scope, plan: Plan): DatasetColumn | null => {
  const column = plan.granularity === null ? undefined : datasetColumn(scope, plan.granularity)
  if (!plan.granularity && plan.isTimeseries) {
    throw new QueryError(t('Datetime column not provided as part table configuration and is required by this type of chart'))
  }
  return column ?? null
}

/** If the dataset requires it, the time range is also applied to the main time column, so that its partitions or indexes are used. */
const rangedColumns = (scope: Scope, column: DatasetColumn): DatasetColumn[] => {
  const { dataset } = scope
  const main = dataset.always_filter_main_dttm && dataset.main_dttm_col !== column.column_name ? dataset.main_dttm_col : null
  const mainColumn = main === null ? undefined : datasetColumn(scope, main)
  return mainColumn?.is_dttm ? [mainColumn, column] : [column]
}

const outputsOf = (
  scope: Scope,
  plan: Plan,
  { names, time, grouped }: { names: Names; time: DatasetColumn | null; grouped: boolean },
): Output[] => {
  const output = (kind: Output['kind'], label: string, sql: string): Output => ({ kind, label, sql, name: names.of(label) })
  const grain = plan.extras.time_grain_sqla
  const columnOutput = (column: QueryColumn) => {
    const isTime = grouped && time !== null && column === plan.granularity
    return output('column', columnLabel(column), isTime ? timeColumnSql(scope, time, grain) : queryColumnSql(scope, column, grouped))
  }
  return [
    ...(plan.isTimeseries && time ? [output('timestamp', TIMESTAMP, timeColumnSql(scope, time, grain))] : []),
    ...plan.columns.map(columnOutput),
    ...(plan.metrics ?? []).map((metric) => output('metric', metricLabel(metric), metricSql(scope, metric))),
  ]
}

const userConditions = (scope: Scope, plan: Plan): { where: Condition[]; having: string[] } => {
  const predicate = plan.applyPredicate ? scope.dataset.fetch_values_predicate : null
  return {
    where: [
      ...(plan.where.trim() ? [userCondition(scope, plan.where, 'where')] : []),
      ...(predicate ? [userCondition(scope, predicate, 'predicate')] : []),
    ],
    having: plan.having.trim() ? [inParentheses(userSql(scope, plan.having, 'having'))] : [],
  }
}

const userCondition = (scope: Scope, text: string, place: 'where' | 'predicate'): Condition => {
  const { made, uses } = withOwnUses(scope, (own) => userSql(own, text, place))
  return { sql: inParentheses(made), uses }
}

const inParentheses = (sql: string): string => (sql.startsWith('(') && sql.endsWith(')') ? sql : `(${sql})`)

/** Conditions of the query's own range on its time column. */
const rangeConditions = (scope: Scope, time: DatasetColumn | null, range: TimeRange, timezone: string): Condition[] =>
  (time ? rangedColumns(scope, time) : []).flatMap((column) => {
    const { made: sql, uses } = withOwnUses(scope, (own) => columnSql(own, column))
    return timeConditions(scope, { sql, column, range, timezone }).map((condition) => ({ sql: condition, uses }))
  })

export type StatementInput = {
  plan: Plan
  viewer: Viewer
  timezone: string
  /** The range of the main statement, for the series of a shifted one. */ seriesPlan?: Plan
}

/** One statement of a plan. */
export const statementOf = (scope: Scope, { plan, viewer, timezone, seriesPlan }: StatementInput): Statement => {
  const time = timeColumnOf(scope, plan)
  if (!plan.columns.length && !plan.metrics?.length && !(plan.isTimeseries && time)) throw new QueryError(t('Empty query?'))
  const names = namesFor(scope.dialect)
  const outputs = outputsOf(scope, plan, { names, time, grouped: plan.metrics !== null })
  const grouped = plan.metrics !== null || plan.orderby.some(([item]) => ordersByMetric(scope, item, outputs))
  const own = userConditions(scope, plan)
  const whereOf = (of: Plan): { where: string[]; filters: Conditions } => {
    const times: Times = { timezone, rangeOf: of.rangeOf }
    const filters = filterConditions(scope, of.filters, times, viewer.template)
    // The source of masked columns has these conditions inside: they are about the values as they are.
    const predicates = scope.dataset.masked ? [] : viewer.predicates.map((text) => userCondition(scope, text, 'predicate'))
    const all = [...rangeConditions(scope, time, of.range, timezone), ...filters.where, ...own.where, ...predicates]
    scope.conditions.push(all)
    const left = all.filter(({ sql }) => !scope.kept?.conditions.has(sql))
    for (const { uses } of left) addUses(scope.uses, uses)
    return { where: left.map(({ sql }) => sql), filters }
  }
  const from = sourceLines(scope, viewer)
  scope.sources.add(from.join('\n'))
  const { where, filters } = whereOf(plan)
  const series = outputs.filter(
    ({ kind, label }) => kind === 'column' && plan.seriesColumns.some((column) => columnLabel(column) === label),
  )
  const limited =
    plan.metrics !== null && plan.seriesLimit && series.length
      ? seriesLimit(scope, plan, { from, where: seriesPlan ? whereOf(seriesPlan).where : where, series })
      : null
  const shown = outputs.map((output) => ({ ...output, sql: limited?.others.get(output.label) ?? output.sql }))
  const select: Select = {
    columns: shown,
    from,
    ...(limited && { join: limited.join }),
    where,
    groupBy: grouped ? shown.filter(({ kind }) => kind !== 'metric').map(({ sql }) => sql) : [],
    having: [...filters.having, ...own.having],
    orderBy: orderBy(scope, plan.orderby, { outputs: shown, grouped }),
    limit: plan.rowLimit,
    offset: plan.rowOffset,
  }
  // Missing columns are reported first.
  const ordered = missingColumns(plan, scope.dataset).length ? [] : (select.orderBy ?? [])
  requireGroups(scope, outputs, { grouped, having: select.having ?? [], orderBy: ordered })
  const lines = selectLines(scope.dialect, select)
  const facts = { labels: names.labels, from: from.join('\n'), applied: filters.applied, rejected: filters.rejected }
  if (!plan.isRowcount) return { sql: lines.join('\n'), outputs: shown, ...facts }
  const counted = selectLines(scope.dialect, {
    columns: [{ sql: 'COUNT(*)', name: 'rowcount' }],
    from: nested(lines, `AS ${scope.dialect.quote('rowcount_qry')}`),
  })
  return { sql: counted.join('\n'), outputs: [{ kind: 'metric', label: 'rowcount', name: 'rowcount', sql: 'COUNT(*)' }], ...facts }
}
