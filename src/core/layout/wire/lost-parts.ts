import { asRecord, isObject } from '../../query/read.ts'
import { gridId, headerId, rootId } from '../component.ts'

/** Parts of a stored layout that nothing leads to: layouts of other makers have them, and damaged ones. */

type Stored = Readonly<Record<string, unknown>>

/** Children of these types remain reachable, and those of types that are not known. */
const containers = ['ROOT', 'GRID', 'ROW', 'COLUMN', 'TABS', 'TAB']
const contents = ['CHART', 'MARKDOWN', 'HEADER', 'DIVIDER', 'DYNAMIC']
const fixedIds: readonly string[] = [rootId, gridId, headerId]

const typeOf = (position: Stored, id: string): string => String(asRecord(position[id])['type'])

const childrenOf = (position: Stored, id: string): string[] => {
  const { type, children } = asRecord(position[id])
  return typeof type === 'string' && !contents.includes(type) && Array.isArray(children) ? children.map(String) : []
}

/** Adds what can be reached from a component, itself included. */
const reach = (position: Stored, id: string, seen: Set<string>): void => {
  if (seen.has(id) || !isObject(position[id])) return
  seen.add(id)
  for (const child of childrenOf(position, id)) reach(position, child, seen)
}

const hasContent = (position: Stored, id: string): boolean => {
  const below = new Set<string>()
  reach(position, id, below)
  return [...below].some((part) => contents.includes(typeOf(position, part)))
}

/** Lost components that no other lost one leads to; of circles one. */
const lostRoots = (position: Stored): string[] => {
  const seen = new Set<string>()
  for (const id of fixedIds) reach(position, id, seen)
  const lost = Object.keys(position).filter((id) => !seen.has(id) && [...containers, ...contents].includes(typeOf(position, id)))
  const named = new Set(lost.flatMap((id) => childrenOf(position, id).filter((child) => child !== id)))
  return [...lost.filter((id) => !named.has(id)), ...lost.filter((id) => named.has(id))].filter((id) => {
    if (seen.has(id)) return false
    reach(position, id, seen)
    return hasContent(position, id)
  })
}

/** Where rows are: in the first of the tabs over the dashboard, else in the grid. */
const mainContainerOf = (position: Stored): string => {
  const tabs = childrenOf(position, rootId).find((id) => typeOf(position, id) === 'TABS')
  const tab = tabs === undefined ? undefined : childrenOf(position, tabs).find((id) => typeOf(position, id) === 'TAB')
  return tab ?? gridId
}

/** The stored layout with its lost parts at the end of the dashboard; the same one where none are lost. */
export const withLostParts = (position: Stored): Stored => {
  const lost = lostRoots(position)
  if (!lost.length) return position
  const end = mainContainerOf(position)
  const container = isObject(position[end]) ? position[end] : { id: end, type: 'GRID', children: [] }
  const children = [...childrenOf({ ...position, [end]: container }, end), ...lost]
  return { ...position, [end]: { ...container, children } }
}
