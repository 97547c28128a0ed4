import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { ComponentType, Layout } from './component.ts'
import { rootId } from './component.ts'
import { equalizeHeights, equalizeWidths, fillRows } from './change/align.ts'
import { create } from './change/create.ts'
import { group, groupKinds } from './change/group.ts'
import { placesAfter } from './change/places.ts'
import { copyParts } from './change/clipboard/clip.ts'
import { pasteParts } from './change/clipboard/paste.ts'
import { move } from './change/move.ts'
import { emptyLayout, readLayout } from './wire/read.ts'
import { remove } from './change/remove.ts'
import { resize } from './change/resize.ts'
import { steps } from './drag/steps.ts'
import { chartsIn, subtree } from './tree.ts'
import { faultsOf } from './valid.ts'
import { writeLayout } from './wire/write.ts'
import { record, redo, startHistory, undo } from './history.ts'

/** Numbers below 1 that follow from a seed. */
const random = (seed: number) => () => {
  seed = (seed * 1664525 + 1013904223) % 4294967296
  return seed / 4294967296
}

/** New ids are random, too: a seed gives the same layout each time. */
beforeEach(() => {
  vi.spyOn(Math, 'random').mockImplementation(random(11))
})
afterEach(() => {
  vi.restoreAllMocks()
})

const types: ComponentType[] = ['CHART', 'CHART', 'CHART', 'MARKDOWN', 'HEADER', 'DIVIDER', 'ROW', 'COLUMN', 'TABS', 'TAB']

/** One operation of any kind, at any place, allowed or not. */
const anyOperation = (layout: Layout, next: () => number): Layout => {
  const ids = Object.keys(layout)
  const pick = <T>(list: readonly T[]): T => list[Math.floor(next() * list.length)] as T
  const place = () => {
    const parent = pick(ids)
    return { parent, index: Math.floor(next() * ((layout[parent]?.children.length ?? 0) + 1)) }
  }
  const kind = next()
  if (kind < 0.35) {
    const outcome = create(layout, { type: pick(types), meta: { chartId: Math.floor(next() * 1e6) } }, place())
    return outcome.refused ? layout : outcome.layout
  }
  if (kind < 0.75) {
    const outcome = move(layout, pick(ids), place())
    return outcome.refused ? layout : outcome.layout
  }
  if (kind < 0.85) {
    const id = pick(ids)
    const step = pick(Object.values(steps(layout, id)))
    const outcome = step ? move(layout, id, step) : undefined
    return !outcome || outcome.refused ? layout : outcome.layout
  }
  if (kind < 0.88) {
    const outcome = group(layout, [pick(ids), pick(ids)], pick(groupKinds))
    return outcome.refused ? layout : outcome.layout
  }
  if (kind < 0.9) return pick([equalizeHeights, equalizeWidths, fillRows])(layout, [pick(ids), pick(ids), pick(ids)]) ?? layout
  if (kind < 0.92) {
    const clip = copyParts(layout, [pick(ids), pick(ids)], '')
    const pasted = pasteParts(layout, clip, placesAfter(layout, pick(ids)))
    return pasted.refused ? layout : pasted.layout
  }
  if (kind < 0.95) return resize(layout, pick(ids), { width: Math.floor(next() * 14), height: Math.floor(next() * 120) })
  return remove(layout, pick(ids))
}

test.each(Array.from({ length: 40 }, (_, seed) => seed))('any sequence of operations keeps the tree sound (%i)', (seed) => {
  const next = random(seed * 7919 + 1)
  let layout: Layout = emptyLayout
  for (let i = 0; i < 150; i++) {
    const before = JSON.stringify(layout)
    const after = anyOperation(layout, next)
    expect(JSON.stringify(layout)).toBe(before)
    expect(faultsOf(after)).toEqual([])
    layout = after
  }
  expect(subtree(layout, rootId).length).toBeGreaterThan(3)
})

test.each(Array.from({ length: 20 }, (_, seed) => seed))('moves neither lose nor duplicate a chart (%i)', (seed) => {
  const next = random(seed * 104729 + 3)
  let layout: Layout = emptyLayout
  while (chartsIn(layout).length < 12) layout = anyOperation(layout, next)
  const charts = chartsIn(layout).toSorted()
  for (let i = 0; i < 150; i++) {
    const ids = Object.keys(layout)
    const [id = '', parent = ''] = [ids[Math.floor(next() * ids.length)], ids[Math.floor(next() * ids.length)]]
    const outcome = move(layout, id, { parent, index: Math.floor(next() * ((layout[parent]?.children.length ?? 0) + 1)) })
    if (!outcome.refused) layout = outcome.layout
    expect(chartsIn(layout).toSorted()).toEqual(charts)
  }
})

test.each(Array.from({ length: 20 }, (_, seed) => seed))('written and read again it is the same (%i)', (seed) => {
  const next = random(seed * 15485863 + 5)
  let layout: Layout = emptyLayout
  for (let i = 0; i < 120; i++) layout = anyOperation(layout, next)
  expect(readLayout(JSON.parse(JSON.stringify(writeLayout(layout, 'Title'))))).toEqual(layout)
})

/** A layout as it is saved. */
const bytesOf = (layout: Layout) => JSON.stringify(writeLayout(layout, 'Title'))

test.each([
  ['1,000 operations', 1000, 1000],
  ['60 operations, more than a history of 50 keeps', 60, 50],
])('%s are undone to the same bytes, and redone to the same bytes', (_what, operations, maxSteps) => {
  const next = random(operations)
  let history = startHistory<Layout>(emptyLayout, maxSteps)
  const saved = [bytesOf(history.present)]
  while (saved.length <= operations) {
    const layout = anyOperation(history.present, next)
    expect(faultsOf(layout)).toEqual([])
    const recorded = record(history, layout)
    if (recorded === history) continue
    history = recorded
    saved.push(bytesOf(layout))
  }
  const end = history
  const kept = history.past.length
  expect(kept).toBe(Math.min(operations, maxSteps + 2))
  for (let i = 1; i <= kept; i++) {
    history = undo(history)
    expect(bytesOf(history.present)).toBe(saved.at(-1 - i))
  }
  expect(undo(history)).toBe(history)
  for (let i = 0; i < kept; i++) history = redo(history)
  expect(bytesOf(history.present)).toBe(bytesOf(end.present))
})
