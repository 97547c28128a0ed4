import { createHash } from 'node:crypto'
import type { Principal } from '#core/access/principal.ts'
import { pythonRepr } from '#core/python-text.ts'
import type { QueryObject, ResultType } from '#core/query/query-object.ts'
import { instantOf, midnight, type Moment } from '#core/time/moment.ts'
import { toWall } from '#core/time/zone.ts'
import type { ColumnType } from '#core/table.ts'
import { t } from '#core/i18n/t.ts'
import { missingColumns, planQuery, validatePlan, type Plan, type QuerySettings } from '#engines/compile/plan.ts'
import { compileQuery, type Compiled } from '#engines/compile/query.ts'
import { QueryError } from '#engines/compile/query-error.ts'
import type { KeptRows } from '#engines/compile/scope.ts'
import { drillDetailPlan, samplesPlan } from '#engines/compile/record-plans.ts'
import type { MacroFacts } from '#core/sql/template/macros.ts'
import type { Context } from '../../context.ts'
import { checkFragments, demandTable } from './checked.ts'
import { otherDataset } from './other-dataset.ts'
import { createRuledSql } from './ruled-sql.ts'
import { tableRules } from './rules.ts'
import type { Source } from './source.ts'
import { NeedsDataset, templateRenderer, type OtherDataset } from './templates.ts'

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
  /** The viewer's row-level conditions. */
  rules: string[]
  /** The same query on rows of the dataset that were kept. */
  onKept(kept: KeptRows): Compiled
  /** Names the answer: the query as a value, the dataset's state, and whatever about the viewer shows in it. */
  key: string
}

export type PrepareContext = Pick<Context, 'db' | 'config' | 'host' | 'sql' | 'now'>

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
  for (const sql of untyped) {
    try {
      const text = `SELECT ${sql} AS ${dialect.quote('x')} FROM ${from}`
      const [column] = await ctx.host.run({ kind: 'describe', connection, sql: text, catalog: dataset.catalog, schema: dataset.schema })
      types.set(sql, column ? dialect.columnType(column.type) : null)
    } catch {
      types.set(sql, null)
    }
  }
  return types
}

/**
 * A query ready to run: planned, its templates rendered, compiled, and every piece of a person's SQL in it checked.
 * @throws what the query is refused with
 */
export const prepareQuery = async (ctx: PrepareContext, source: Source, ask: Ask): Promise<Prepared> => {
  demandTable(source)
  const settings = settingsOf(ctx, source, ask.resultType)
  const plan = planOf(ask, source, settings)
  // The text of a query is shown with columns that are not there, too.
  if (ask.resultType !== 'query') demandColumns(plan, source)
  const datasets = new Map<number, OtherDataset | null>()
  const ruled = createRuledSql(ctx.sql, source.dialect, await tableRules(ctx, ask.principal, source))
  let types = new Map<string, ColumnType | null>()
  for (;;) {
    const { render, facts, texts } = templateRenderer({ ...ask, source, plan, settings, datasets })
    const template = {
      get applied() {
        return new Set(facts.appliedFilters)
      },
      get removed() {
        return new Set(facts.removedFilters)
      },
    }
    const { dataset, dialect } = source
    try {
      const input = { plan, dataset, dialect, settings, render: ruled.render(render), types, viewer: { predicates: ask.rules, template } }
      const compiled = compileQuery(input)
      await checkFragments(ctx.sql, compiled.fragments, dialect)
      if (await ruled.learn(compiled.fragments, (clause) => render(clause, 'predicate', plan.range))) continue
      if (!compiled.untyped.length) {
        const key = keyOf(source, ask, { plan, rendered: [...texts, ...ruled.texts()] })
        return { plan, compiled, facts, rules: ask.rules, onKept: (kept) => compileQuery({ ...input, kept }), key }
      }
      types = new Map([...types, ...(await describeTypes(ctx, source, compiled))])
    } catch (error) {
      if (!(error instanceof NeedsDataset)) throw error
      datasets.set(error.id, await otherDataset(ctx, ask.principal, error.id))
    }
  }
}

/** @throws QueryError when the query names columns that the dataset does not have, whatever else is wrong with it */
const demandColumns = (plan: Plan, { dataset }: Source): void => {
  const missing = missingColumns(plan, dataset)
  if (missing.length) throw new QueryError(t('Columns missing in dataset: %(invalid_columns)s', { invalid_columns: pythonRepr(missing) }))
}
