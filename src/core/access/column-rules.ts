import { boundRules } from './row-rules.ts'

/** How a column reads for whom a rule binds, the strictest first. */
export const columnMasks = ['hidden', 'hash', 'last_four', 'year'] as const
export type ColumnMask = (typeof columnMasks)[number]

/** A column rule: who it binds, and how columns of one dataset read for them. */
export type ColumnRule = {
  /** Regular rules bind the holders of their roles, base rules everybody else. */
  filter_type: 'Regular' | 'Base'
  mask: ColumnMask
  columns: readonly string[]
  /** Ids. */
  roles: readonly number[]
}

export type ColumnMasks = ReadonlyMap<string, ColumnMask>

const stricter = (a: ColumnMask, b: ColumnMask | undefined): ColumnMask =>
  b !== undefined && columnMasks.indexOf(b) < columnMasks.indexOf(a) ? b : a

/** Of several masks of a column the strictest. */
export const strictestMasks = (all: readonly ColumnMasks[]): ColumnMasks => {
  const masks = new Map<string, ColumnMask>()
  for (const [column, mask] of all.flatMap((one) => [...one])) masks.set(column, stricter(mask, masks.get(column)))
  return masks
}

/** How the columns of a dataset read for somebody who holds these roles. */
export const boundMasks = (rules: readonly ColumnRule[], roleIds: ReadonlySet<number>): ColumnMasks => {
  const masks = boundRules(rules, roleIds).map(({ columns, mask }) => new Map(columns.map((column) => [column, mask])))
  return strictestMasks(masks)
}
