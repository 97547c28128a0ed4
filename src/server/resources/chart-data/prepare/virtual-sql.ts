import type { Principal } from '#core/access/principal.ts'
import { toWall } from '#core/time/zone.ts'
import type { Dataset } from '#engines/compile/dataset.ts'
import { planQuery } from '#engines/compile/plan.ts'
import { bare } from '#engines/compile/scope.ts'
import type { Dialect } from '#engines/dialect.ts'
import type { Context } from '../../../context.ts'
import { checkFragments } from './checked.ts'
import { otherDataset } from './other-dataset.ts'
import { templateRenderer, withDatasets, type OtherDataset } from './templates.ts'

type Virtual = { sql: string; templateParams: Record<string, unknown>; dialect: Dialect; principal: Principal }

const unsaved = (sql: string): Dataset => ({
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

/**
 * SQL of a virtual dataset as it runs when no query asks for anything: templates filled, and known to be one statement that only reads.
 * @throws what it is refused with
 */
export const virtualSql = async (
  ctx: Pick<Context, 'config' | 'db' | 'sql' | 'tableFiles'>,
  { sql, templateParams, dialect, principal }: Virtual,
) => {
  const { rowLimit, samplesRowLimit, sqlMaxRow, timezone } = ctx.config
  const settings = { rowLimit, samplesRowLimit, sqlMaxRow, timezone, now: toWall(Date.now(), timezone) }
  const dataset = unsaved(sql)
  const datasets = new Map<number, OtherDataset | null>()
  const plan = planQuery({ query: {}, dataset, settings })
  const rendered = () =>
    templateRenderer({
      source: { dataset, dialect, templateParams },
      query: {},
      plan,
      settings,
      principal,
      rules: [],
      datasets,
    }).render(sql, 'dataset', plan.range)
  const text = bare(await withDatasets(rendered, datasets, (id) => otherDataset(ctx, principal, id)))
  await checkFragments(ctx.sql, [{ place: 'dataset', text }], dialect)
  return text
}
