import { gridId, rootId, type Layout } from '../component.ts'
import { parentOf, subtree } from '../tree.ts'
import { withLostParts } from '../wire/lost-parts.ts'
import { readLayout } from '../wire/read.ts'
import { changedBy, changedKeys, mergeFields, mergeOrder, type Change, type Fields, type Side, type Versions } from './three-way.ts'

/** `there`: added or removed, `parent`: moved, `order`: the order of its children; others are fields of its meta. */
export type PartChange = Change & { id: string }

/** Fields that the server adds or the page follows up by itself: no person changes them. */
const ownFields = ['uuid', 'sliceName']

const fieldsOf = (layout: Layout, id: string): Fields => ({ ...layout[id]?.meta, parent: parentOf(layout, id)?.id })

const fieldsIn = ({ base, mine, theirs }: Versions<Layout>, id: string): Versions<Fields> => ({
  base: fieldsOf(base, id),
  mine: fieldsOf(mine, id),
  theirs: fieldsOf(theirs, id),
})

const idsIn = ({ mine, theirs }: Versions<Layout>): string[] => [...new Set([...Object.keys(mine), ...Object.keys(theirs)])]

const isChanged = (base: Layout, layout: Layout, id: string): boolean =>
  subtree(layout, id).some((part) => {
    const before = base[part.id]
    const values = { base: { ...fieldsOf(base, part.id), children: before?.children }, theirs: {} }
    return changedBy({ ...values, mine: { ...fieldsOf(layout, part.id), children: part.children }, theirs: values.base }) !== null
  })

const presenceChange = ({ base, mine, theirs }: Versions<Layout>, id: string): Change[] => {
  const values = { mine: Boolean(mine[id]), theirs: Boolean(theirs[id]) }
  if (values.mine === values.theirs) return []
  const holder: Side = values.mine ? 'mine' : 'theirs'
  if (!base[id]) return [{ key: 'there', by: holder, ...values }]
  const other: Side = values.mine ? 'theirs' : 'mine'
  return [{ key: 'there', by: isChanged(base, values.mine ? mine : theirs, id) ? 'both' : other, ...values }]
}

/** The children that all versions have there, in the order of one of them. */
const orderChange = ({ base, mine, theirs }: Versions<Layout>, id: string): Change[] => {
  const lists = [base, mine, theirs].map((layout) => layout[id]?.children ?? [])
  const common = (layout: Layout) => (layout[id]?.children ?? []).filter((child) => lists.every((list) => list.includes(child)))
  const values = { base: common(base), mine: common(mine), theirs: common(theirs) }
  const by = changedBy(values)
  return by === null ? [] : [{ key: 'order', by, mine: values.mine, theirs: values.theirs }]
}

/** What differs between two versions of a layout, component by component, and who changed it. */
export const layoutChanges = (versions: Versions<Layout>): PartChange[] =>
  idsIn(versions).flatMap((id) => {
    const presence = presenceChange(versions, id)
    const changes = presence.length > 0 ? presence : [...changedKeys(fieldsIn(versions, id)), ...orderChange(versions, id)]
    return changes.filter(({ key }) => !ownFields.includes(key)).map((change) => ({ ...change, id }))
  })

/** Where both changed the same. */
export type ChooseForPart = (id: string, key: string) => Side

/** One layout with the changes of both. What has lost its place through that is at the end of the dashboard. */
export const mergeLayouts = (versions: Versions<Layout>, choose: ChooseForPart): Layout => {
  const { mine, theirs } = versions
  const isThere = (id: string): boolean => {
    const [change] = presenceChange(versions, id)
    if (!change) return true
    return (change.by === 'both' ? choose(id, 'there') : change.by) === 'mine' ? Boolean(mine[id]) : Boolean(theirs[id])
  }
  const there = idsIn(versions).filter(isThere)
  const merged = new Map(
    there.map((id) => {
      const [own, other] = [mine[id], theirs[id]]
      if (!own || !other) return [id, fieldsOf(own ? mine : theirs, id)]
      return [id, mergeFields(fieldsIn(versions, id), (key) => choose(id, key))]
    }),
  )
  const childrenOf = (id: string): string[] => {
    const members = new Set(there.filter((child) => merged.get(child)?.['parent'] === id))
    const [own, other] = [mine[id]?.children ?? [], theirs[id]?.children ?? []]
    const by = orderChange(versions, id)[0]?.by ?? 'mine'
    const isMine = (by === 'both' ? choose(id, 'order') : by) === 'mine'
    return isMine ? mergeOrder(members, own, other) : mergeOrder(members, other, own)
  }
  const position = Object.fromEntries(
    there.map((id) => {
      const { parent: _parent, ...meta } = merged.get(id) ?? {}
      return [id, { id, type: (mine[id] ?? theirs[id])?.type, children: childrenOf(id), meta }]
    }),
  )
  const root = childrenOf(rootId)
  const hasLostGrid = !root.includes(gridId) && childrenOf(gridId).length > 0
  const whole = { ...position, [rootId]: { id: rootId, type: 'ROOT', children: hasLostGrid ? [...root, gridId] : root } }
  return readLayout(withLostParts(whole))
}
