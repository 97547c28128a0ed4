import { expect, test } from 'vitest'
import type { ComponentType, Layout } from './component.ts'
import { rootId } from './component.ts'
import { create } from './change/create.ts'
import { move } from './change/move.ts'
import { emptyLayout, readLayout } from './wire/read.ts'
import { remove } from './change/remove.ts'
import { resize } from './change/resize.ts'
import { steps } from './drag/steps.ts'
import { chartsIn, subtree } from './tree.ts'
import { faultsOf } from './valid.ts'
import { writeLayout } from './wire/write.ts'

/** Numbers below 1 that follow from a seed. */
const random = (seed: number) => () => {
  seed = (seed * 1664525 + 1013904223) % 4294967296
  return seed / 4294967296
}

const types: ComponentType[] = ['CHART', 'CHART', 'CHART', 'MARKDOWN', 'HEADER', 'DIVIDER', 'ROW', 'COLUMN', 'TABS', 'TAB']

/** One thing that a person could do, of any kind, at any place, allowed or not. */
const anyDeed = (layout: Layout, next: () => number): Layout => {
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
  if (kind < 0.95) return resize(layout, pick(ids), { width: Math.floor(next() * 14), height: Math.floor(next() * 120) })
  return remove(layout, pick(ids))
}

test.each(Array.from({ length: 40 }, (_, seed) => seed))('any sequence of deeds keeps the tree sound (%i)', (seed) => {
  const next = random(seed * 7919 + 1)
  let layout: Layout = emptyLayout
  for (let i = 0; i < 150; i++) {
    const before = JSON.stringify(layout)
    const after = anyDeed(layout, next)
    expect(JSON.stringify(layout)).toBe(before)
    expect(faultsOf(after)).toEqual([])
    layout = after
  }
  expect(subtree(layout, rootId).length).toBeGreaterThan(3)
})

test.each(Array.from({ length: 20 }, (_, seed) => seed))('moves lose and double no chart (%i)', (seed) => {
  const next = random(seed * 104729 + 3)
  let layout: Layout = emptyLayout
  while (chartsIn(layout).length < 12) layout = anyDeed(layout, next)
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
  for (let i = 0; i < 120; i++) layout = anyDeed(layout, next)
  expect(readLayout(JSON.parse(JSON.stringify(writeLayout(layout, 'Title'))))).toEqual(layout)
})
