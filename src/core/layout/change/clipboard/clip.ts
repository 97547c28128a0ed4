import { asList, asRecord, isObject } from '../../../query/read.ts'
import type { Component, Layout } from '../../component.ts'
import { newComponent } from '../../new-component.ts'
import { isStorable } from '../../rules.ts'
import { childrenOf, parentOf, subtree, topmost, withChildren } from '../../tree.ts'
import { readComponent } from '../../wire/read.ts'

/** Components copied from a dashboard, with everything below them. */
export type Clip = {
  /** Chart ids are only valid there. */
  origin: string
  components: Layout
  /** Top components in reading order. */
  roots: readonly string[]
}

/** Marks a text as copied components, as a media type would. */
const mediaType = 'application/vnd.chartroom.layout+json'
const version = 1
const maxTextLength = 2_000_000
const maxComponents = 1000

/** Copies components with everything below them. Those that are side by side in one row stay in a row. */
export const copyParts = (layout: Layout, chosen: readonly string[], origin: string): Clip => {
  const ids = topmost(layout, chosen)
  const components: Record<string, Component> = {}
  for (const id of ids) for (const part of subtree(layout, id)) components[part.id] = part
  const roots: string[] = []
  for (const id of ids) {
    const row = parentOf(layout, id)
    const members = row?.type === 'ROW' ? ids.filter((other) => row.children.includes(other)) : [id]
    if (!row || members.length === 1) roots.push(id)
    else if (members[0] === id) {
      const copy = { ...newComponent(layout, 'ROW', row.meta), children: members }
      components[copy.id] = copy
      roots.push(copy.id)
    }
  }
  return { origin, components, roots }
}

export const writeClip = ({ origin, components, roots }: Clip): string =>
  JSON.stringify({ mediaType, version, origin, roots, components: Object.values(components) })

/** `foreign`: the text is something else; `damaged`: it is marked as components, but cannot be read. */
export type ClipFault = 'foreign' | 'damaged'

const parse = (text: string): Record<string, unknown> | null => {
  if (text.length > maxTextLength || !text.includes(mediaType)) return null
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) && value['mediaType'] === mediaType ? value : null
  } catch {
    return null
  }
}

/** Whether each component occurs once, below a root, where its type is allowed. */
const isSound = ({ components, roots }: Clip): boolean => {
  const all = Object.values(components)
  const named = [...roots, ...all.flatMap(({ children }) => children)]
  // With each id named once and reached from a root, there are no circles.
  const reached = new Set<string>()
  const visit = (id: string): void => {
    if (reached.has(id)) return
    reached.add(id)
    for (const child of components[id]?.children ?? []) visit(child)
  }
  for (const id of roots) visit(id)
  return (
    roots.length > 0 &&
    named.length === all.length &&
    reached.size === all.length &&
    named.every((id) => components[id] !== undefined) &&
    all.every(({ type }) => type !== 'ROOT' && type !== 'GRID') &&
    all.every((component) => childrenOf(components, component.id).every((child) => isStorable(component, child.type)))
  )
}

export const readClip = (text: string): Clip | { fault: ClipFault } => {
  const value = parse(text.trim())
  if (!value) return { fault: text.includes(mediaType) ? 'damaged' : 'foreign' }
  const list = asList<unknown>(value['components'])
  const parts = list.slice(0, maxComponents).map((part) => readComponent(String(asRecord(part)['id']), part))
  const components = Object.fromEntries(parts.flatMap((part) => (part ? [[part.id, part] as const] : [])))
  const roots = asList<unknown>(value['roots']).map(String)
  const clip = { origin: String(value['origin']), components, roots }
  const isWhole = value['version'] === version && list.length === Object.keys(components).length
  return isWhole && isSound(clip) ? clip : { fault: 'damaged' }
}

/** The clip without some of its charts, and without rows that are empty without them. */
export const withoutCharts = (clip: Clip, isMissing: (chartId: number) => boolean): Clip => {
  const isGone = (id: string): boolean => {
    const { type, meta, children = [] } = clip.components[id] ?? {}
    if (type === 'CHART') return isMissing(meta?.chartId ?? 0)
    return type === 'ROW' && children.length > 0 && children.every(isGone)
  }
  const left = Object.keys(clip.components).filter((id) => !isGone(id))
  const components = left.reduce<Layout>((next, id) => {
    const component = clip.components[id]
    return component ? { ...next, [id]: component } : next
  }, {})
  const pruned = left.reduce(
    (next, id) =>
      withChildren(
        next,
        id,
        (next[id]?.children ?? []).filter((child) => next[child]),
      ),
    components,
  )
  return { ...clip, components: pruned, roots: clip.roots.filter((id) => pruned[id]) }
}
