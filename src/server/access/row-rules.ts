import type { Principal } from '#core/access/principal.ts'
import { rolesOf } from '#core/access/principal.ts'
import { boundClauses, type RowRule } from '#core/access/row-rules.ts'
import type { Context } from '../context.ts'
import { cachedUntilChange } from '../db/cached-until-change.ts'

type Reader = Pick<Context, 'db'>

type StoredRule = RowRule & { rule_id: number; name: string }

/** All rules by the dataset that they limit; the least recently changed first, as Superset writes them. */
const rulesByDataset = cachedUntilChange(async ({ db }: Reader): Promise<Map<number, StoredRule[]>> => {
  const links = await db
    .selectFrom('row_rule_datasets')
    .innerJoin('row_rules', 'row_rules.id', 'row_rule_datasets.rule_id')
    .select(['rule_id', 'dataset_id', 'name', 'filter_type', 'clause', 'group_key'])
    .orderBy('row_rules.changed_on')
    .orderBy('row_rules.id')
    .execute()
  if (!links.length) return new Map()
  const roles = Map.groupBy(await db.selectFrom('row_rule_roles').select(['rule_id', 'role_id']).execute(), ({ rule_id }) => rule_id)
  const rules = links.map(({ rule_id, ...link }) => ({ rule_id, ...link, roles: (roles.get(rule_id) ?? []).map(({ role_id }) => role_id) }))
  return Map.groupBy(rules, ({ dataset_id }) => dataset_id)
})

/** The rules of one dataset, whomever they bind. */
export const rulesOf = async (ctx: Reader, dataset: number): Promise<readonly StoredRule[]> =>
  (await rulesByDataset(ctx)).get(dataset) ?? []

/** The conditions that limit what somebody may read of each dataset. Those of a guest's token hold beside those of their roles. */
export type RowConditions = {
  /** Conditions on every dataset. */
  everywhere: string[]
  byDataset: ReadonlyMap<number, string[]>
}

export const rowConditions = async (ctx: Reader, principal: Principal): Promise<RowConditions> => {
  const roleIds = new Set(rolesOf(principal).map(({ id }) => id))
  const byDataset = new Map<number, string[]>()
  const add = (dataset: number, clauses: string[]) => {
    if (clauses.length) byDataset.set(dataset, [...(byDataset.get(dataset) ?? []), ...clauses])
  }
  for (const [dataset, rules] of await rulesByDataset(ctx)) add(dataset, boundClauses(rules, roleIds))
  const everywhere: string[] = []
  for (const { dataset, clause } of principal.kind === 'guest' ? principal.rules : [])
    if (dataset === undefined) everywhere.push(clause)
    else add(dataset, [clause])
  return { everywhere, byDataset }
}
