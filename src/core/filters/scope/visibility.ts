import { parentOf, pathTo, withMeta } from '../../layout/tree.ts'
import { conditionKey, type Layout, type Meta } from '../../layout/component.ts'
import { remove } from '../../layout/change/remove.ts'
import { ownWidth } from '../../layout/width.ts'
import { asList, asRecord } from '../../query/read.ts'
import { remembered } from '../../query/remembered.ts'
import { hasValue, type DataMasks } from '../data-mask.ts'

export const conditionRules = ['is', 'is_not', 'any', 'none'] as const
export type ConditionRule = (typeof conditionRules)[number]

/** Shows a component only while a filter has one of these values, none of them, any value, or no value. */
export type Condition = { filterId: string; rule: ConditionRule; values: readonly unknown[] }

export const readCondition = (meta: Meta | undefined): Condition | null => {
  const { filterId, rule, values } = asRecord(meta?.[conditionKey])
  const known = conditionRules.find((one) => one === rule)
  return typeof filterId === 'string' && known ? { filterId, rule: known, values: asList(values) } : null
}

export const hasConditions = (layout: Layout): boolean => Object.values(layout).some(({ meta }) => readCondition(meta) !== null)

/** Whether a condition is met. One on a filter that no longer exists always is. */
export const isMet = ({ filterId, rule, values }: Condition, masks: DataMasks): boolean => {
  const mask = masks[filterId]
  if (!mask) return true
  const value = mask.filterState?.value
  if (rule === 'any' || rule === 'none') return hasValue(value) === (rule === 'any')
  const chosen = (Array.isArray(value) ? (value as unknown[]) : [value]).map(String)
  const isOneOfThem = hasValue(value) && values.some((one) => chosen.includes(String(one)))
  return isOneOfThem === (rule === 'is')
}

/** Gives the columns of a removed component to those that stood beside it, in turn. */
const withFreedWidth = (layout: Layout, row: string, columns: number): Layout => {
  const members = layout[row]?.children ?? []
  let next = layout
  for (let i = 0; i < columns && members.length > 0; i++) {
    const id = members[i % members.length] ?? ''
    next = withMeta(next, id, { width: ownWidth(next, id) + 1 })
  }
  return next
}

/** Removes a component without leaving a hole: its row closes up, and containers that are left empty go, too. */
const withoutPart = (layout: Layout, id: string): Layout => {
  const parent = parentOf(layout, id)
  const next = remove(layout, id)
  if (!parent) return next
  if (parent.type === 'ROW') {
    const outer = parentOf(layout, parent.id)
    if (!next[parent.id]) return outer?.type === 'COLUMN' && next[outer.id]?.children.length === 0 ? withoutPart(next, outer.id) : next
    return withFreedWidth(next, parent.id, ownWidth(layout, id))
  }
  return parent.type === 'COLUMN' && next[parent.id]?.children.length === 0 ? withoutPart(next, parent.id) : next
}

const visibleIn = remembered((layout: Layout) =>
  remembered((masks: DataMasks): Layout => {
    const hidden = Object.values(layout).filter(({ id, type, meta }) => {
      const condition = type === 'TAB' ? null : readCondition(meta)
      return condition !== null && pathTo(layout, id).length > 0 && !isMet(condition, masks)
    })
    return hidden.reduce((next, { id }) => (next[id] ? withoutPart(next, id) : next), layout)
  }),
)

/** The layout as viewers see it: without components whose condition is not met. */
export const visibleLayout = (layout: Layout, masks: DataMasks): Layout => visibleIn(layout)(masks)
