import { groupByKey, idsOf, type Field } from '../../list/field.ts'

/** The roles of row-level rules or of column rules. */
export const ruleRoles = (table: 'row_rule_roles' | 'column_rule_roles'): Field => ({
  columns: [],
  read: async (rows, { ctx }) => {
    const found = await ctx.db
      .selectFrom(table)
      .innerJoin('roles', 'roles.id', 'role_id')
      .select(['rule_id', 'roles.id', 'roles.name'])
      .where('rule_id', 'in', idsOf(rows))
      .orderBy('roles.id')
      .execute()
    const byRule = groupByKey(found, ({ rule_id }) => rule_id)
    return (row) => (byRule.get(row.id) ?? []).map(({ id, name }) => ({ id, name }))
  },
})
