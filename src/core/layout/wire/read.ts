import { asRecord } from '../../query/read.ts'
import type { Component, ComponentType, Layout, Meta } from '../component.ts'
import { gridId, rootId, unknownTypeKey } from '../component.ts'
import { columnCount, minWidth } from '../grid.ts'
import { completeMeta, newComponent } from '../new-component.ts'
import { isStorable, needsRow } from '../rules.ts'
import { childrenOf, insertChild, mainContainer, parentOf, withChildren, withComponent, withMeta } from '../tree.ts'
import { capacity, ownWidth, usedWidth } from '../width.ts'

const types: ComponentType[] = ['ROOT', 'GRID', 'ROW', 'COLUMN', 'CHART', 'MARKDOWN', 'HEADER', 'DIVIDER', 'TABS', 'TAB', 'DYNAMIC']

export const emptyLayout: Layout = {
  [rootId]: { id: rootId, type: 'ROOT', children: [gridId], meta: {} },
  [gridId]: { id: gridId, type: 'GRID', children: [], meta: {} },
}

const wholeColumns = (value: unknown, fallback: number) => {
  const number = Math.round(Number(value))
  return Number.isFinite(number) && number > 0 ? number : fallback
}

const childIds = (children: unknown): string[] =>
  Array.isArray(children) ? [...new Set(children.filter((child): child is string => typeof child === 'string'))] : []

const textKeys = ['code', 'text', 'defaultText', 'sliceName', 'sliceNameOverride', 'headerSize', 'background'] as const

const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : typeof value === 'object' ? JSON.stringify(value) : String(value)

/** Texts that were stored as something else: a number that was typed as the text of a header, say. */
const readTexts = (meta: Meta): Meta =>
  Object.fromEntries(textKeys.flatMap((key) => (meta[key] === undefined || meta[key] === null ? [] : [[key, textOf(meta[key])]])))

/** One stored component, completed; null if its type is unknown. */
export const readComponent = (id: string, value: unknown): Component | null => {
  const { type, children, meta } = asRecord(value)
  const known = types.find((name) => name === type)
  if (!known) return null
  const complete = completeMeta(known, asRecord(meta) as Meta)
  const sized: Meta = {
    ...complete,
    ...readTexts(complete),
    ...(complete.width !== undefined && { width: Math.min(columnCount, wholeColumns(complete.width, minWidth)) }),
    ...(complete.height !== undefined && { height: wholeColumns(complete.height, 1) }),
    ...(complete.chartId !== undefined && { chartId: Number(complete.chartId) }),
  }
  return { id, type: known, children: childIds(children), meta: sized }
}

/** A component of an unknown type keeps its place and what is in it. */
const readUnknown = (id: string, value: unknown): Component | null => {
  const { type, children, meta } = asRecord(value)
  if (typeof type !== 'string') return null
  return { id, type: 'DYNAMIC', children: childIds(children), meta: { ...(asRecord(meta) as Meta), [unknownTypeKey]: type } }
}

type Raw = Map<string, Component>

/** What hangs below the root: the tabs where there are any, the grid elsewhere; content of a grid beside tabs goes into the first of them. */
const readRoot = (raw: Raw): Raw => {
  const hanging = (raw.get(rootId)?.children ?? []).flatMap((id) => raw.get(id) ?? [])
  const tabs = hanging.find(({ type, children }) => type === 'TABS' && children.some((id) => raw.get(id)?.type === 'TAB'))
  const grid = hanging.find(({ type }) => type === 'GRID') ?? (tabs ? undefined : raw.get(gridId))
  const next = new Map(raw)
  next.set(rootId, { id: rootId, type: 'ROOT', children: [tabs?.id ?? gridId], meta: {} })
  next.set(gridId, { id: gridId, type: 'GRID', children: tabs ? [] : (grid?.children ?? []), meta: {} })
  const first = tabs?.children.map((id) => raw.get(id)).find((child) => child?.type === 'TAB')
  if (first && grid) next.set(first.id, { ...first, children: [...first.children, ...grid.children] })
  return next
}

/** What can be reached from the root, each once, where its type may be; what is in a wrong place is handed over as strays. */
const grow = (raw: Raw): { layout: Layout; strays: string[] } => {
  const layout: Record<string, Component> = {}
  const strays: string[] = []
  const seen = new Set<string>([rootId])
  const visit = (component: Component) => {
    const children = component.children.filter((id) => {
      const child = raw.get(id)
      if (!child || seen.has(id) || child.type === 'ROOT') return false
      seen.add(id)
      visit(child)
      if (child.type === 'TABS' && layout[id]?.children.length === 0) {
        delete layout[id]
        return false
      }
      if (isStorable(component, child.type)) return true
      strays.push(id)
      return false
    })
    layout[component.id] = { ...component, children }
  }
  const root = raw.get(rootId)
  if (root) visit(root)
  layout[gridId] ??= { id: gridId, type: 'GRID', children: [], meta: {} }
  return { layout, strays }
}

/** Puts charts and texts that are bare in a grid or tab into rows. */
const withRows = (layout: Layout): Layout =>
  Object.values(layout)
    .filter(({ type }) => type === 'GRID' || type === 'TAB')
    .reduce((next, container) => {
      let grown = next
      const children = container.children.map((id) => {
        if (!needsRow(grown, container.id, id)) return id
        const row = { ...newComponent(grown, 'ROW'), children: [id] }
        grown = withComponent(grown, row)
        return row.id
      })
      return grown === next ? next : withChildren(grown, container.id, children)
    }, layout)

/** Puts what was in a wrong place at the end of the dashboard; of a stray tab or grid, what is in it. */
const withStrays = (layout: Layout, strays: readonly string[]): Layout =>
  strays.reduce((next, id) => {
    const stray = next[id]
    if (!stray) return next
    if (stray.type === 'TAB' || stray.type === 'GRID') {
      const { [id]: _gone, ...rest } = next
      return withStrays(stray.type === 'GRID' ? next : rest, stray.children)
    }
    const end = mainContainer(next)
    return withChildren(next, end, [...(next[end]?.children ?? []), id])
  }, layout)

/** Shrinks what is in rows that are too full, the widest first; what still has no room goes into a row below. */
const withRoom = (layout: Layout, id: string = rootId): Layout => {
  const component = layout[id]
  if (!component) return layout
  let next = layout
  if (component.type === 'ROW') {
    const room = capacity(next, id)
    while (usedWidth(next, id) > room) {
      const widest = childrenOf(next, id).toSorted((a, b) => ownWidth(next, b.id) - ownWidth(next, a.id))[0]
      if (!widest || ownWidth(next, widest.id) <= minWidth) break
      next = withMeta(next, widest.id, { width: ownWidth(next, widest.id) - 1 })
    }
    if (usedWidth(next, id) > room) next = withSplitRow(next, id, room)
  }
  return (next[id]?.children ?? []).reduce((grown, child) => withRoom(grown, child), next)
}

const withSplitRow = (layout: Layout, id: string, room: number): Layout => {
  const row = layout[id]
  const parent = parentOf(layout, id)
  if (!row || !parent) return layout
  const rest = { ...newComponent(layout, 'ROW', row.meta), children: row.children.slice(room) }
  const shortened = withComponent(withChildren(layout, id, row.children.slice(0, room)), rest)
  return withRoom(insertChild(shortened, parent.id, parent.children.indexOf(id) + 1, rest.id), rest.id)
}

/**
 * Reads a stored layout (`position_json`, parsed) of any origin: what is missing is completed, what cannot be reached is left out,
 * what is in a wrong place is put at the end, rows that are too full are made to fit. Nothing readable gives an empty grid.
 */
export const readLayout = (position: unknown): Layout => {
  const raw: Raw = new Map(
    Object.entries(asRecord(position)).flatMap(([id, value]) => {
      const component = readComponent(id, value) ?? readUnknown(id, value)
      return component ? [[id, component] as const] : []
    }),
  )
  const { layout, strays } = grow(readRoot(raw))
  return withRoom(withRows(withStrays(layout, strays)))
}
