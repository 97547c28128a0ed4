import { describe, expect, test } from 'vitest'
import type { Layout } from '#core/layout/component.ts'
import { group } from '#core/layout/change/group.ts'
import { move } from '#core/layout/change/move.ts'
import { remove } from '#core/layout/change/remove.ts'
import { record, redo, restart, startHistory, undo } from '#core/layout/history.ts'
import { parentOf, withMeta } from '#core/layout/tree.ts'
import { readLayout } from '#core/layout/wire/read.ts'
import { changedParts, isUndoOrRedo, tabOfChange } from './change-in-sight.ts'

const text = (code: string) => ({ type: 'MARKDOWN', children: [], meta: { code, width: 3, height: 10 } })
const tab = (name: string, children: string[]) => ({ type: 'TAB', children, meta: { text: name } })

/** Two top-level tabs; in the second one two nested tabs below a text. */
const layout = readLayout({
  ROOT_ID: { type: 'ROOT', children: ['top'] },
  GRID_ID: { type: 'GRID', children: [] },
  top: { type: 'TABS', children: ['one', 'two'] },
  one: tab('One', ['r', 's']),
  r: { type: 'ROW', children: ['a', 'b'], meta: {} },
  s: { type: 'ROW', children: ['c'], meta: {} },
  two: tab('Two', ['q', 'inner']),
  q: { type: 'ROW', children: ['d'], meta: {} },
  inner: { type: 'TABS', children: ['x', 'y'] },
  x: tab('X', ['p']),
  p: { type: 'ROW', children: ['e'], meta: {} },
  y: tab('Y', ['o']),
  o: { type: 'ROW', children: ['f'], meta: {} },
  ...Object.fromEntries(['a', 'b', 'c', 'd', 'e', 'f'].map((id) => [id, text(id)])),
})

const moved = (id: string, parent: string, index: number): Layout => {
  const outcome = move(layout, id, { parent, index })
  if (outcome.refused) throw new Error(outcome.refused)
  return outcome.layout
}

const grouped = (ids: string[]): Layout => {
  const outcome = group(layout, ids, 'titled', 'New header')
  if (outcome.refused) throw new Error(outcome.refused)
  return outcome.layout
}

const renamed = (id: string) => withMeta(layout, id, { text: 'New' })
const resized = (id: string) => withMeta(layout, id, { height: 20 })

/** It makes a row for it. */
const toY = moved('a', 'y', 1)

const inTwo = { top: 'two' }
const inY = { top: 'two', inner: 'y' }

describe('the tab that opens where a step changes', () => {
  test.each<[what: string, step: [before: Layout, after: Layout], openTabs: Record<string, string>, expected: string | null]>([
    ['nothing', [layout, layout], {}, null],
    ['what is in sight', [layout, resized('a')], {}, null],
    ['what is in sight in a nested tab', [layout, resized('e')], inTwo, null],
    ['a part of another tab', [layout, resized('d')], {}, 'two'],
    ['a part of the first tab, while the second is open', [layout, resized('a')], inTwo, 'one'],
    ['a part of a nested tab', [layout, resized('f')], {}, 'y'],
    ['a part of a nested tab beside the open one', [layout, resized('e')], inY, 'x'],
    ['parts of an open and of another tab', [layout, withMeta(resized('a'), 'f', { height: 20 })], {}, null],
    ['parts of two other tabs: the first', [layout, withMeta(resized('d'), 'f', { height: 20 })], {}, 'two'],
    ['the name of a tab beside the open one', [layout, renamed('two')], {}, null],
    ['the name of a nested tab that is not in sight', [layout, renamed('y')], {}, 'two'],
    ['the place of a part: where it stands now', [moved('d', 'one', 0), layout], {}, 'two'],
    ['the place of a part that comes to the open tab', [moved('a', 'y', 0), layout], {}, null],
    ['the place of a part, which goes to a nested tab', [layout, toY], {}, 'y'],
    ['the order of what is in a tab', [layout, moved('q', 'two', 2)], {}, 'two'],
    ['the order of tabs that are in sight', [layout, moved('two', 'top', 0)], {}, null],
    ['what is back in another tab', [remove(layout, 'e'), layout], {}, 'x'],
    ['what is gone from another tab', [layout, remove(layout, 'd')], {}, 'two'],
    ['what is gone from a nested tab', [layout, remove(layout, 'f')], {}, 'y'],
    ['what is gone from the open tab', [layout, remove(layout, 'c')], {}, null],
    ['a tab that is back', [remove(layout, 'two'), layout], {}, 'two'],
    ['a tab that is gone', [layout, remove(layout, 'two')], {}, null],
    ['a nested tab that is back', [remove(layout, 'y'), layout], inTwo, 'y'],
    ['nested tabs that are back', [remove(layout, 'inner'), layout], {}, 'two'],
    ['what is grouped in another tab', [layout, grouped(['p'])], {}, 'x'],
  ])('%s', (_what, step, openTabs, expected) => {
    expect(tabOfChange(...step, openTabs)).toBe(expected)
  })
})

test.each<[what: string, before: Layout, after: Layout, expected: string[]]>([
  ['a part that is moved stands for its row', layout, toY, [parentOf(toY, 'a')?.id ?? '']],
  ['what is back stands for what lies inside it', remove(layout, 'two'), layout, ['two']],
  ['parts come in reading order', layout, withMeta(resized('f'), 'a', { height: 30 }), ['a', 'f']],
  ['a removal stands in its container', layout, remove(layout, 'b'), ['r']],
  ['an equal layout has no changes', layout, structuredClone(layout), []],
])('%s', (_what, before, after, expected) => {
  expect(changedParts(before, after)).toEqual(expected)
})

test('an undo and a redo are told from other changes of the history', () => {
  const start = startHistory('first', 50)
  const second = record(start, 'second')
  const undone = undo(second)
  const steps = [
    [start, second],
    [second, undone],
    [undone, redo(undone)],
    [undone, record(undone, 'other')],
    [second, second],
    [undone, undone],
    [record(second, 'third'), restart(second, 'second')],
  ] as const
  expect(steps.map(([before, after]) => isUndoOrRedo(before, after))).toEqual([false, true, true, false, false, false, false])
})
