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
import type { KeptRows, Render } from '#engines/compile/scope.ts'
import { drillDetailPlan, samplesPlan } from '#engines/compile/record-plans.ts'
import type { MacroFacts } from '#core/sql/template/macros.ts'
import type { Context } from '../../../context.ts'
import { checkFragments, demandTable, type TablesRead } from './checked.ts'
import { otherDataset } from './other-dataset.ts'
import { ruledSql, unlimited, type RuledSql } from './ruled-sql.ts'
import { tableRules } from './rules.ts'
import type { Source } from '../source.ts'
import { templateRenderer, withDatasets, type OtherDataset, type TemplateInput } from './templates.ts'

/** Whether fewer rows come than were asked for, because of the most that anybody gets. */
export const isLowered = ({ row_limit: asked }: QueryObject, rowLimit: number | null): boolean =>
  rowLimit !== null && Math.trunc(asked ?? 0) > rowLimit

export type Ask = {
  query: QueryObject
  resultType: ResultType
  /** `x_axis` of the form data. */
  xAxis: unknown
  principal: Principal
  /** Row-level conditions of the viewer, as SQL. */
  rules: string[]
  /** Without a limit of rows. */
  everyRow?: boolean
}

export type Prepared = {
  plan: Plan
  compiled: Compiled
  facts: MacroFacts
  /** What it reads beside its columns, `compiled.columns`: the tables of its source, and those of sub-queries in expressions. */
  tables: TablesRead
  /** The viewer's row-level conditions. */
  rules: string[]
  /** The same query on rows of the dataset that were kept. */
  onKept(kept: KeptRows): Compiled
  /** Names the answer: the query as a value, the dataset's state, and whatever about the viewer shows in it. */
  key: string
}

export type PrepareContext = Pick<Context, 'db' | 'config' | 'host' | 'sql' | 'now' | 'tableFiles'>

const settingsOf = (ctx: PrepareContext, source: Source, resultType: ResultType): QuerySettings => {
  const { rowLimit, samplesRowLimit, sqlMaxRow } = ctx.config
  const now = Math.floor(ctx.now().getTime() / 1000) * 1000
  return {
    rowLimit: resultType === 'samples' ? samplesRowLimit : rowLimit,
    samplesRowLimit,
    sqlMaxRow,
    timezone: source.timezone,
    now: toWall(now, source.timezone),
  }
}

const planOf = ({ query, resultType, xAxis, everyRow }: Ask, source: Source, settings: QuerySettings): Plan => {
  const plan = planQuery({ query, dataset: source.dataset, settings, xAxis })
  if (resultType === 'samples') return samplesPlan(plan, source.dataset)
  if (resultType === 'drill_detail') return drillDetailPlan(plan, source.dataset)
  validatePlan(plan, source.dataset)
  return everyRow ? { ...plan, rowLimit: null, rowOffset: 0 } : plan
}

const json = (value: unknown): string => JSON.stringify(value, (_key, item: unknown) => (typeof item === 'bigint' ? `${item}n` : item))

/** Ranges that count from now would make every answer its own; the day they fall on is near enough. */
const dayOf = (moment: Moment | null): number | null => moment && midnight(instantOf(moment))

/** The language of an answer that holds words of ours: the name of the other series, totals, what was lowered. */
const languageOf = ({ query, resultType }: Ask, plan: Plan): string | null =>
  plan.groupOthers || resultType === 'post_processed' || isLowered(query, plan.rowLimit) ? t.locale : null

const keyOf = (source: Source, ask: Ask, { plan, rendered }: { plan: Plan; rendered: unknown }): string => {
  const { query, resultType, xAxis, rules, everyRow } = ask
  const ranges = [plan.range, ...plan.filters.filter((f) => f.op === 'TEMPORAL_RANGE' && typeof f.val === 'string').map(plan.rangeOf)]
  const kind = resultType === 'samples' || resultType === 'drill_detail' ? resultType : 'full'
  const value = [
    source.stamp,
    kind,
    everyRow ?? false,
    query,
    xAxis,
    rules,
    rendered,
    languageOf(ask, plan),
    ranges.map(({ since, until }) => [dayOf(since), dayOf(until)]),
  ]
  return createHash('md5').update(json(value)).digest('hex')
}

/** Types of expressions as the engine gives them for the dataset's source; null where it cannot. */
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

type Written = { input: CompileInput; compiled: Compiled; facts: MacroFacts; texts: ReadonlySet<string>; render: Render }

/** The query as SQL, as far as it is known what stands in it. */
const write = (given: TemplateInput & { rules: string[] }, source: Source, known: { ruled: RuledSql; types: Types }): Written => {
  const { plan, settings, rules } = given
  const { dataset, dialect } = source
  const { render, facts, texts } = templateRenderer(given)
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
 * A query ready to run, in phases: planned; people's SQL in it collected, with its templates filled; each piece of that read once and
 * checked; its tables limited to the viewer's rows and its types asked for; and written.
 * @throws what the query is refused with
 */
export const prepareQuery = async (ctx: PrepareContext, source: Source, ask: Ask): Promise<Prepared> => {
  demandTable(source)
  const { dialect } = source
  const settings = settingsOf(ctx, source, ask.resultType)
  const plan = planOf(ask, source, settings)
  // The text of a query is shown with columns that are not there, too.
  if (ask.resultType !== 'query') demandColumns(plan, source)

  const datasets = new Map<number, OtherDataset | null>()
  const given = { ...ask, source, plan, settings, datasets }
  const withOthers = <T>(make: () => T | Promise<T>) => withDatasets(make, datasets, (id) => otherDataset(ctx, ask.principal, id))
  const collected = await withOthers(() => write(given, source, { ruled: unlimited, types: new Map() }))

  const { fragments } = collected.compiled
  let tables = await checkFragments(ctx.sql, fragments, dialect)

  const rules = await tableRules(ctx, ask.principal, source)
  const renderClause = (clause: string) => collected.render(clause, 'predicate', plan.range)
  const ruled = rules ? await withOthers(() => ruledSql(fragments, { parser: ctx.sql, dialect, rules, render: renderClause })) : unlimited
  const types = await describeTypes(ctx, source, collected.compiled)

  let written = collected
  if (ruled.texts.length || types.size) {
    written = write(given, source, { ruled, types })
    tables = await checkFragments(ctx.sql, written.compiled.fragments, dialect)
    ruled.demandAll(written.compiled.fragments)
  }
  const { input, compiled, facts, texts } = written
  const key = keyOf(source, ask, { plan, rendered: [...texts, ...ruled.texts] })
  return { plan, compiled, facts, tables, rules: ask.rules, onKept: (kept) => compileQuery({ ...input, kept }), key }
}

/** @throws QueryError when the query names columns that the dataset does not have, whatever else is wrong with it */
const demandColumns = (plan: Plan, { dataset }: Source): void => {
  const missing = missingColumns(plan, dataset)
  if (missing.length) throw new QueryError(t('Columns missing in dataset: %(invalid_columns)s', { invalid_columns: pythonRepr(missing) }))
}
