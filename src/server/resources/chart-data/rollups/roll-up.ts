import { columnLabel, metricLabel } from '#core/query/labels.ts'
import type { AdhocColumn, AdhocMetric, QueryColumn, QueryMetric } from '#core/query/query-object.ts'
import { findDatasetColumn, findDatasetMetric, type Dataset, type DatasetColumn } from '#engines/compile/dataset.ts'
import type { Plan } from '#engines/compile/plan.ts'
import type { Compiled } from '#engines/compile/query.ts'
import { findEngine } from '#engines/index.ts'
import type { Dialect } from '#engines/dialect.ts'
import type { Scan } from '#engines/engine.ts'
import type { Prepared } from '../prepare/prepare.ts'
import type { Source } from '../source.ts'
import { decompose, type Decomposed } from './aggregates.ts'
import { canCut, isOpen, isTimeStep, onPlaces, placeSql, searchOf, type RollUpAxis } from './axis.ts'

/**
 * The groups of a query, cut further by the steps of an axis: from them the query is answered for every range of the axis, without reading
 * the table again.
 */
export type RollUp = {
  /** Queries with the same key read the same roll-up. */
  key: string
  dataset: number
  /** What is kept. */
  scan: Pick<Scan, 'from' | 'columns'>
  /** The query on the roll-up that a table holds; null where a condition is not at its steps. */
  read(table: string): Pick<Compiled, 'sql' | 'labels'> | null
}

const place = 'place'
/** The first column of the groups: in a search for values, the values. */
const value = 'd0'

const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

/** Whether the plan is of the kind that groups can answer: one statement, no condition on groups. */
const isSimple = ({ plan, compiled, tables }: Prepared, { dataset }: Source): boolean =>
  plan.metrics !== null &&
  plan.granularity === null &&
  !plan.isTimeseries &&
  !plan.isRowcount &&
  !plan.groupOthers &&
  !plan.timeOffsets.length &&
  plan.timeShift === null &&
  plan.having.trim() === '' &&
  !plan.filters.some(({ col }) => typeof col === 'string' && !findDatasetColumn(dataset, col) && findDatasetMetric(dataset, col)) &&
  compiled.isOneSource &&
  compiled.missing.length === 0 &&
  tables.byExpressions.length === 0

type Metric = { metric: QueryMetric; decomposed: Decomposed; names: string[] }

/** All metrics that the plan shows, orders or ranks by; null if one of them cannot be computed from groups. */
const metricsOf = (plan: Plan, { dataset, dialect }: Source): Metric[] | null => {
  const columns = new Set(plan.columns.map(columnLabel))
  const ordered: QueryMetric[] = plan.orderby.map(([item]) => item).filter((item) => !columns.has(metricLabel(item)))
  const wanted = [...(plan.metrics ?? []), ...ordered, ...(plan.seriesLimitMetric === null ? [] : [plan.seriesLimitMetric])]
  const metrics: Metric[] = []
  for (const metric of wanted) {
    if (metrics.some((known) => isSame(known.metric, metric))) continue
    const byLabel = typeof metric === 'string' ? metrics.find((known) => metricLabel(known.metric) === metric) : undefined
    const decomposed = byLabel?.decomposed ?? decompose(metric, dataset, dialect)
    if (!decomposed) return null
    metrics.push({ metric, decomposed, names: byLabel?.names ?? decomposed.parts.map((_part, i) => `m${metrics.length}_${i}`) })
  }
  return metrics
}

const dimension = (column: QueryColumn, label: string): AdhocColumn =>
  typeof column === 'object' ? { ...column, label } : { label, sqlExpression: column, expressionType: 'SQL', isColumnReference: true }

const noRange = { since: null, until: null }

/** The query's groups for all of the axis. */
const wholeAxis = (plan: Plan, axis: RollUpAxis, { metrics, source }: { metrics: Metric[]; source: Source }): Plan => ({
  ...plan,
  columns: [
    ...plan.columns.map((column, i) => dimension(column, `d${i}`)),
    ...(axis.step === 'values' ? [] : [{ label: place, sqlExpression: placeSql(axis, source.dialect), expressionType: 'SQL' as const }]),
  ],
  metrics: metrics
    .flatMap(({ decomposed, names }) =>
      decomposed.parts.flatMap((part, i): AdhocMetric[] => {
        const label = names[i]
        return label === undefined ? [] : [{ ...part, label }]
      }),
    )
    .filter((metric, i, all) => all.findIndex((other) => other.label === metric.label) === i),
  filters: plan.filters.filter((filter) => !isOpen(filter, axis)),
  range: noRange,
  orderby: [],
  seriesColumns: [],
  seriesLimit: 0,
  seriesLimitMetric: null,
  rowLimit: null,
  rowOffset: 0,
  operations: [],
})

const plainColumn = (column_name: string, type: string | null, is_dttm = false): DatasetColumn => ({
  column_name,
  type,
  is_dttm,
  verbose_name: null,
  expression: null,
  python_date_format: null,
})

const placeType = ({ step }: RollUpAxis): string => (step === 'values' ? 'VARCHAR' : isTimeStep(step) ? 'TIMESTAMP' : 'DOUBLE')

/** A roll-up's table as a dataset. */
const rolledDataset = (dataset: Dataset, plan: Plan, axis: RollUpAxis): Dataset => ({
  ...dataset,
  catalog: null,
  schema: null,
  sql: null,
  columns: [
    ...plan.columns.map((column, i) =>
      plainColumn(`d${i}`, typeof column === 'string' ? (findDatasetColumn(dataset, column)?.type ?? null) : null),
    ),
    plainColumn(place, placeType(axis), isTimeStep(axis.step)),
  ],
  metrics: [],
  main_dttm_col: null,
  always_filter_main_dttm: false,
  fetch_values_predicate: null,
  offset: 0,
})

const readPlan = (plan: Plan, axis: RollUpAxis, { metrics, source }: { metrics: Metric[]; source: Source }): Plan | null => {
  const { dialect, dataset } = source
  const filters = plan.filters
    .filter((filter) => isOpen(filter, axis))
    .map((filter) => onPlaces(filter, axis, { plan, place, value, dialect, dataset }))
  if (filters.includes(null)) return null
  const labels = plan.columns.map(columnLabel)
  const columnOf = (label: string): QueryColumn => ({
    label,
    sqlExpression: `d${labels.indexOf(label)}`,
    expressionType: 'SQL',
    isColumnReference: true,
  })
  const metricOf = (metric: QueryMetric): AdhocMetric => {
    const known =
      metrics.find((other) => isSame(other.metric, metric)) ?? metrics.find((other) => metricLabel(other.metric) === metricLabel(metric))
    return {
      label: metricLabel(metric),
      expressionType: 'SQL',
      sqlExpression: known?.decomposed.combine(known.names.map(dialect.quote)) ?? '',
    }
  }
  return {
    ...plan,
    columns: labels.map(columnOf),
    metrics: (plan.metrics ?? []).map(metricOf),
    filters: filters.filter((filter) => filter !== null),
    range: noRange,
    where: '',
    applyPredicate: false,
    orderby: plan.orderby.map(([item, isAscending]) => [
      labels.includes(metricLabel(item)) ? columnOf(metricLabel(item)) : metricOf(item),
      isAscending,
    ]),
    seriesColumns: plan.seriesColumns.map(columnLabel).map(columnOf),
    seriesLimitMetric: plan.seriesLimitMetric === null ? null : metricOf(plan.seriesLimitMetric),
  }
}

/** What a template made of the time range would be missing in the groups for all of the axis. */
const hasSameTexts = (rolled: Compiled, { compiled }: Prepared, own: ReadonlySet<string>): boolean => {
  const known = new Set(compiled.fragments.map(({ text }) => text))
  return rolled.from === compiled.from && rolled.fragments.every(({ text }) => known.has(text) || own.has(text))
}

type Search = NonNullable<Dialect['search']>

/** The values in lower case beside them: made of the groups, of which there are fewer than rows. */
const withLowerCase = ({ from, columns }: RollUp['scan'], { lower }: Search, { quote }: Dialect): RollUp['scan'] => ({
  from: `(SELECT *, ${lower(quote(value))} AS ${quote(place)} FROM ${from}) AS ${quote('searched')}`,
  columns: [...columns, place],
})

/** The roll-up that answers a query for all ranges of an axis; null where none can, or where its responses are not cached either. */
export const rollUpOf = (source: Source, prepared: Prepared, axis: RollUpAxis): RollUp | null => {
  const { dataset, dialect, connection, stamp } = source
  const { plan, facts, compileAs } = prepared
  if (!findEngine(connection.engine)?.keepsRollUps || source.cacheTimeout === -1) return null
  if (!isSimple(prepared, source) || !canCut(axis, dataset, dialect)) return null
  // The dataset's template applies the condition itself.
  if ([...facts.appliedFilters, ...facts.removedFilters].includes(axis.column)) return null
  if (axis.step === 'values' && !(plan.columns.length === 1 && plan.columns[0] === axis.column)) return null
  const metrics = metricsOf(plan, source)
  if (!metrics) return null
  const wholePlan = wholeAxis(plan, axis, { metrics, source })
  const whole = compileAs({ plan: wholePlan })
  if (!hasSameTexts(whole, prepared, new Set([placeSql(axis, dialect), 'COUNT(*)']))) return null
  const search = searchOf(axis, dataset, dialect)
  const groups = {
    from: `(\n${whole.sql}\n) AS ${dialect.quote('groups')}`,
    columns: [...wholePlan.columns.map(columnLabel), ...(wholePlan.metrics ?? []).map(metricLabel)],
  }
  return {
    key: JSON.stringify([connection.key, stamp, dataset.catalog, dataset.schema, whole.sql]),
    dataset: dataset.id,
    scan: search ? withLowerCase(groups, search, dialect) : groups,
    read: (table) => {
      const onRollUp = readPlan(plan, axis, { metrics, source })
      if (!onRollUp) return null
      return compileAs({
        plan: onRollUp,
        dataset: rolledDataset(dataset, plan, axis),
        viewer: { predicates: [], template: { applied: new Set(), removed: new Set() } },
        kept: { table, conditions: new Set() },
      })
    },
  }
}
