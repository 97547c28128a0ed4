/** A row-level rule: who it binds, and the SQL condition on the rows that they may read. */
export type RowRule = {
  /** Regular rules bind the holders of their roles, base rules everybody else. */
  filter_type: 'Regular' | 'Base'
  clause: string
  /** Rules of one group are alternatives; without a group, or with an empty one, each rule stands for itself. */
  group_key: string | null
  /** Ids. */
  roles: readonly number[]
}

const parenthesized = (clause: string): string => (clause.includes('--') ? `(${clause}\n)` : `(${clause})`)

/** The rules that bind somebody who holds these roles. */
export const boundRules = <R extends Pick<RowRule, 'filter_type' | 'roles'>>(rules: readonly R[], roleIds: ReadonlySet<number>): R[] =>
  rules.filter(({ filter_type, roles }) => roles.some((id) => roleIds.has(id)) === (filter_type === 'Regular'))

/** The conditions for somebody who holds these roles; all of them have to be met. */
export const boundClauses = (rules: readonly RowRule[], roleIds: ReadonlySet<number>): string[] => {
  const groups = new Map<string | RowRule, string[]>()
  for (const rule of boundRules(rules, roleIds)) {
    const group = rule.group_key || rule
    groups.set(group, [...(groups.get(group) ?? []), rule.clause])
  }
  return [...groups.values()].map((clauses) => (clauses.length > 1 ? clauses.map(parenthesized).join(' OR ') : clauses.join()))
}
