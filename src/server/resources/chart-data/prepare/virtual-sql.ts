import type { Principal } from '#core/access/principal.ts'
import { toWall } from '#core/time/zone.ts'
import type { Dataset } from '#engines/compile/dataset.ts'
import { planQuery } from '#engines/compile/plan.ts'
import { bare } from '#engines/compile/scope.ts'
import type { Dialect } from '#engines/dialect.ts'
import type { Context } from '../../../context.ts'
import { checkFragments } from './check-fragments.ts'
import { loadOtherDataset } from './other-dataset.ts'
import { createTemplateRenderer, withLoaded, type Loaded } from './templates.ts'

type Virtual = { sql: string; templateParams: Record<string, unknown>; dialect: Dialect; principal: Principal }

const unsavedDataset = (sql: string): Dataset => ({
  id: 0,
  uuid: '',
  catalog: null,
  schema: null,
  table_name: '',
  sql,
  columns: [],
  metrics: [],
  main_dttm_col: null,
  always_filter_main_dttm: false,
  fetch_values_predicate: null,
  offset: 0,
})

/** Renders SQL with templates that belongs to no query. @throws the error of the template */
export const renderSql = (
  ctx: Pick<Context, 'config' | 'db' | 'sql' | 'tableFiles'>,
  { sql, templateParams, dialect, principal }: Virtual,
): Promise<string> => {
  const { rowLimit, samplesRowLimit, sqlMaxRow, timezone } = ctx.config
  const settings = { rowLimit, samplesRowLimit, sqlMaxRow, timezone, now: toWall(Date.now(), timezone) }
  const dataset = unsavedDataset(sql)
  const loaded: Loaded = { datasets: new Map() }
  const plan = planQuery({ query: {}, dataset, settings })
  const rendered = () =>
    createTemplateRenderer({
      source: { dataset, dialect, templateParams },
      query: {},
      plan,
      settings,
      principal,
      rules: [],
      loaded,
    }).render(sql, 'dataset', plan.range)
  return withLoaded(rendered, loaded, { dataset: (id) => loadOtherDataset(ctx, principal, id) })
}

/**
 * Renders the SQL of a virtual dataset without a query, and checks that it is a single SELECT statement.
 * @throws the error of the template or of the check
 */
export const renderVirtualSql = async (ctx: Pick<Context, 'config' | 'db' | 'sql' | 'tableFiles'>, virtual: Virtual) => {
  const text = bare(await renderSql(ctx, virtual))
  await checkFragments(ctx.sql, [{ place: 'dataset', text }], virtual.dialect)
  return text
}
