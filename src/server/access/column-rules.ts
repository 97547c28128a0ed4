import { boundMasks, type ColumnMasks, type ColumnRule } from '#core/access/column-rules.ts'
import { rolesOf, type Principal } from '#core/access/principal.ts'
import type { Context } from '../context.ts'
import { cachedUntilChange } from '../db/cached-until-change.ts'

type Reader = Pick<Context, 'db'>

type StoredRule = ColumnRule & { id: number; name: string }

/** All rules by the dataset whose columns they mask. */
const rulesByDataset = cachedUntilChange(async ({ db }: Reader): Promise<Map<number, StoredRule[]>> => {
  const rules = await db.selectFrom('column_rules').select(['id', 'name', 'dataset_id', 'columns', 'filter_type', 'mask']).execute()
  if (!rules.length) return new Map()
  const roles = Map.groupBy(await db.selectFrom('column_rule_roles').select(['rule_id', 'role_id']).execute(), ({ rule_id }) => rule_id)
  const complete = rules.map(({ columns, ...rule }) => ({
    ...rule,
    columns: JSON.parse(columns) as string[],
    roles: (roles.get(rule.id) ?? []).map(({ role_id }) => role_id),
  }))
  return Map.groupBy(complete, ({ dataset_id }) => dataset_id)
})

/** The rules of one dataset, whomever they bind. */
export const columnRulesOf = async (ctx: Reader, dataset: number): Promise<readonly StoredRule[]> =>
  (await rulesByDataset(ctx)).get(dataset) ?? []

/** How columns read for somebody, by dataset; datasets without a mask are left out. */
export const masksByDataset = async (ctx: Reader, principal: Principal): Promise<ReadonlyMap<number, ColumnMasks>> => {
  const roleIds = new Set(rolesOf(principal).map(({ id }) => id))
  const all = [...(await rulesByDataset(ctx))].map(([dataset, rules]) => [dataset, boundMasks(rules, roleIds)] as const)
  return new Map(all.filter(([, masks]) => masks.size > 0))
}
