import { createHash } from 'node:crypto'
import type { Principal } from '#core/access/principal.ts'
import { pythonRepr } from '#core/encoding/python-text.ts'
import type { QueryObject, ResultType } from '#core/query/query-object.ts'
import { instantOf, midnight, type Moment } from '#core/time/moment.ts'
import { toWall } from '#core/time/zone.ts'
import type { ColumnType } from '#core/table.ts'
import { t } from '#core/i18n/t.ts'
import { missingColumns, planQuery, validatePlan, type Plan, type QuerySettings } from '#engines/compile/plan.ts'
import { compileQuery, type Compiled, type CompileInput } from '#engines/compile/query.ts'
import { QueryError } from '#engines/compile/query-error.ts'
import type { Render } from '#engines/compile/scope.ts'
import type { Fetch } from '#engines/host/protocol.ts'
import { drillDetailPlan, samplesPlan } from '#engines/compile/record-plans.ts'
import type { MacroFacts } from '#core/sql/template/macros.ts'
import type { Context } from '../../../context.ts'
import { databaseOf, namedDatabases } from '../../database/foreign/named-databases.ts'
import { checkFragments, requireReadableTable, type TablesRead } from './check-fragments.ts'
import { joinDatabases } from './foreign.ts'
import { loadOtherDataset } from './other-dataset.ts'
import { cannotLimitError, limitRows, requireOpenCalls, unlimited, type RuledSql } from './limit-rows.ts'
import { databaseRules, type TableRules } from './rules.ts'
import type { Source } from '../source.ts'
import { createTemplateRenderer, withLoaded, type Loaded, type TemplateInput } from './templates.ts'

/** Whether the requested row limit was lowered to the maximum. */
export const isLimitLowered = ({ row_limit: asked }: QueryObject, rowLimit: number | null): boolean =>
  rowLimit !== null && Math.trunc(asked ?? 0) > rowLimit

export type PrepareInput = {
  query: QueryObject
  resultType: ResultType
  /** `x_axis` of the form data. */
  xAxis: unknown
  principal: Principal
  /** Row-level conditions of the viewer, as SQL. */
  rules: string[]
  /** Whether to ignore the row limit. */
  allRows?: boolean
}

export type Prepared = {
  plan: Plan
  compiled: Compiled
  /** Rows of other databases that it reads. */
  fetches: readonly Fetch[]
  facts: MacroFacts
  /** The tables that it reads: of the source, and in sub-queries of expressions. */
  tables: TablesRead
  /** The viewer's row-level conditions. */
  rules: string[]
  /** Compiles the query with some of its inputs replaced, to read it from rows or groups that are kept. */
  compileAs(changes: Partial<CompileInput>): Compiled
  /** The cache key: the query as a value, the dataset's state, and what in the result depends on the viewer. */
  key: string
}

export type PrepareContext = Pick<Context, 'closing' | 'db' | 'config' | 'host' | 'sql' | 'now' | 'tableFiles'>

const settingsOf = (ctx: PrepareContext, source: Source, resultType: ResultType): QuerySettings => {
  const { rowLimit, samplesRowLimit, sqlMaxRow, relativeStart, relativeEnd } = ctx.config
  const now = Math.floor(ctx.now().getTime() / 1000) * 1000
  return {
    rowLimit: resultType === 'samples' ? samplesRowLimit : rowLimit,
    samplesRowLimit,
    sqlMaxRow,
    timezone: source.timezone,
    now: toWall(now, source.timezone),
    relativeStart,
    relativeEnd,
  }
}

const planOf = ({ query, resultType, xAxis, allRows }: PrepareInput, source: Source, settings: QuerySettings): Plan => {
  const plan = planQuery({ query, dataset: source.dataset, settings, xAxis })
  if (resultType === 'samples') return samplesPlan(plan, source.dataset)
  if (resultType === 'drill_detail') return drillDetailPlan(plan, source.dataset)
  validatePlan(plan, source.dataset)
  return allRows ? { ...plan, rowLimit: null, rowOffset: 0 } : plan
}

const json = (value: unknown): string => JSON.stringify(value, (_key, item: unknown) => (typeof item === 'bigint' ? `${item}n` : item))

/** Ranges relative to now would give every request its own key, so only the day counts. */
const dayOf = (moment: Moment | null): number | null => moment && midnight(instantOf(moment))

/** The language, if the result contains translated texts: the name of the "Others" series, totals, the warning about the limit. */
const languageOf = ({ query, resultType }: PrepareInput, plan: Plan): string | null =>
  plan.groupOthers || resultType === 'post_processed' || isLimitLowered(query, plan.rowLimit) ? t.locale : null

const keyOf = (source: Source, input: PrepareInput, { plan, rendered }: { plan: Plan; rendered: unknown }): string => {
  const { query, resultType, xAxis, rules, allRows } = input
  const ranges = [plan.range, ...plan.filters.filter((f) => f.op === 'TEMPORAL_RANGE' && typeof f.val === 'string').map(plan.rangeOf)]
  const kind = resultType === 'samples' || resultType === 'drill_detail' ? resultType : 'full'
  const value = [
    source.stamp,
    kind,
    allRows ?? false,
    query,
    xAxis,
    rules,
    rendered,
    languageOf(input, plan),
    ranges.map(({ since, until }) => [dayOf(since), dayOf(until)]),
  ]
  return createHash('md5').update(json(value)).digest('hex')
}

/** The engine's types of expressions over the dataset's source; null where it does not know. */
const describeTypes = async (ctx: PrepareContext, source: Source, { from, untyped }: Compiled): Promise<Map<string, ColumnType | null>> => {
  const { connection, dialect, dataset } = source
  const types = new Map<string, ColumnType | null>()
  for (const [text, sql] of untyped) {
    const statement = `SELECT ${sql} AS ${dialect.quote('x')} FROM ${from}`
    const described = ctx.host.run({ kind: 'describe', connection, sql: statement, catalog: dataset.catalog, schema: dataset.schema })
    const [column] = await described.catch(() => [])
    types.set(text, column ? dialect.columnType(column.type) : null)
  }
  return types
}

/** The value by which the newest partition of the source's table is known. */
const latestPartitionOf = async (ctx: PrepareContext, { connection, dataset }: Source): Promise<string | null> => {
  // It is a value of a column, which may be masked.
  if (dataset.masked) return null
  const relation = { catalog: dataset.catalog, schema: dataset.schema, table: dataset.table_name }
  const found = await ctx.host.run({ kind: 'partitions', connection, relation })
  return Object.values(found?.latest ?? {})[0] ?? null
}

type Written = { input: CompileInput; compiled: Compiled; facts: MacroFacts; texts: ReadonlySet<string>; render: Render }

/** Writes the query as SQL with the types and row limits known so far. */
const writeSql = (given: TemplateInput & { rules: string[] }, source: Source, known: { ruled: RuledSql; types: Types }): Written => {
  const { plan, settings, rules } = given
  const { dataset, dialect } = source
  const { render, facts, texts } = createTemplateRenderer(given)
  const template = {
    get applied() {
      return new Set(facts.appliedFilters)
    },
    get removed() {
      return new Set(facts.removedFilters)
    },
  }
  const viewer = { predicates: rules, template }
  const input = { plan, dataset, dialect, settings, render: known.ruled.render(render), types: known.types, viewer }
  return { input, compiled: compileQuery(input), facts, texts, render }
}

type Types = ReadonlyMap<string, ColumnType | null>

/**
 * Prepares a query in phases: plan it; collect the user SQL in it with rendered templates; parse and check each piece once; limit its
 * tables to the viewer's rows and determine its types; write the final SQL.
 * @throws the query's error
 */
export const prepareQuery = async (ctx: PrepareContext, source: Source, request: PrepareInput): Promise<Prepared> => {
  requireReadableTable(source)
  const { dialect } = source
  const settings = settingsOf(ctx, source, request.resultType)
  const plan = planOf(request, source, settings)
  // The SQL of a query is also shown when columns are missing.
  if (request.resultType !== 'query') requireColumns(plan, source)

  const loaded: Loaded = { datasets: new Map() }
  const given = { ...request, source, plan, settings, loaded }
  const withOthers = <T>(make: () => T | Promise<T>) =>
    withLoaded(make, loaded, {
      dataset: (id) => loadOtherDataset(ctx, request.principal, id),
      partition: () => latestPartitionOf(ctx, source),
    })
  const collected = await withOthers(() => writeSql(given, source, { ruled: unlimited, types: new Map() }))

  const { fragments } = collected.compiled
  let tables = await checkFragments(ctx.sql, fragments, dialect)

  const rules = await databaseRules(ctx, request.principal, {
    databaseId: source.subject.database.id,
    catalog: source.dataset.catalog,
    schema: source.dataset.schema,
    connection: source.connection,
    dialect,
  })
  requireLimitable(source, rules?.tables)
  for (const { place, text } of fragments) if (rules && place !== 'predicate') requireOpenCalls(text, dialect, rules.closedFunctions)
  const renderClause = (clause: string) => collected.render(clause, 'predicate', plan.range)
  const isHouse = source.connection.attachments !== undefined
  const named = await namedDatabases(ctx, request.principal, isHouse ? [...tables.bySource, ...tables.byExpressions] : [])
  const ownRules: TableRules = (table) => (databaseOf(named, table) ? null : (rules?.tables(table) ?? null))
  const limit = () => limitRows(fragments, { parser: ctx.sql, dialect, rules: ownRules, render: renderClause })
  const ruled = rules ? await withOthers(limit) : unlimited
  const types = await describeTypes(ctx, source, collected.compiled)

  let written = collected
  if (ruled.texts.length || types.size) {
    written = writeSql(given, source, { ruled, types })
    tables = await checkFragments(ctx.sql, written.compiled.fragments, dialect)
    ruled.requireAllLimited(written.compiled.fragments)
  }
  const { input, facts, texts } = written
  const { compiled, fetches } = await joinDatabases(ctx, written.compiled, { dialect, principal: request.principal, named })
  const fetched = fetches.map(({ connection, sql }) => `${connection.key} ${sql}`)
  const key = keyOf(source, request, { plan, rendered: [...texts, ...ruled.texts, ...fetched] })
  const compileAs = (changes: Partial<CompileInput>) => compileQuery({ ...input, ...changes })
  return { plan, compiled, fetches, facts, tables, rules: request.rules, compileAs, key }
}

/** @throws MessageError 403 for a dataset on a view that reads tables of which the viewer may read a part */
const requireLimitable = ({ dataset }: Source, rules: TableRules | undefined): void => {
  const { catalog, schema, table_name: table, sql } = dataset
  if (!sql && rules?.({ catalog, schema, table }) === 'closed') throw cannotLimitError(table)
}

/** @throws QueryError when the query refers to columns that the dataset does not have */
const requireColumns = (plan: Plan, { dataset }: Source): void => {
  const missing = missingColumns(plan, dataset)
  if (missing.length) throw new QueryError(t('Columns missing in dataset: %(invalid_columns)s', { invalid_columns: pythonRepr(missing) }))
}
