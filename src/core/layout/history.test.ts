import { expect, test } from 'vitest'
import { afterSave, isFull, isUnsaved, record, redo, startHistory, undo, undoLimit, type History } from './history.ts'

const after = (count: number): History<number> =>
  Array.from({ length: count }, (_, i) => i + 1).reduce((history, n) => record(history, n, `step ${n}`), startHistory(0))

test('steps go back and forth', () => {
  const three = after(3)
  expect([three.present, undo(three).present, undo(undo(three)).present, redo(undo(three)).present]).toEqual([3, 2, 1, 3])
  expect(undo(three).future.map(({ words }) => words)).toEqual(['step 3'])
  expect(redo(undo(three))).toEqual(three)
})

test('nothing is undone or redone at the ends', () => {
  const none = after(0)
  expect([undo(none), redo(none)]).toEqual([none, none])
})

test('a step after undoing forgets what was undone', () => {
  const branched = record(undo(after(3)), 9, 'other')
  expect([branched.present, branched.future, branched.past.map(({ words }) => words)]).toEqual([9, [], ['step 1', 'step 2', 'other']])
})

test('the same state is no step', () => {
  const one = after(1)
  expect(record(one, 1, 'again')).toBe(one)
})

test.each([
  [0, 0, false],
  [1, 0, true],
  [1, 1, false],
  [3, 2, true],
  [undoLimit, undoLimit, false],
  [undoLimit + 1, undoLimit + 1, true],
  [undoLimit + 20, undoLimit + 20, true],
])('%i steps, %i undone: unsaved %s', (count, back, unsaved) => {
  let history = after(count)
  for (let i = 0; i < back; i++) history = undo(history)
  expect(isUnsaved(history)).toBe(unsaved)
})

test('a redo is a change again', () => {
  expect(isUnsaved(redo(undo(after(1))))).toBe(true)
})

test('the slots are full once, at the fiftieth step', () => {
  expect([undoLimit - 1, undoLimit, undoLimit + 1, undoLimit + 2, undoLimit + 9].map((count) => isFull(after(count)))).toEqual([
    false,
    true,
    false,
    false,
    false,
  ])
  expect([undoLimit, undoLimit + 1, undoLimit + 9].map((count) => after(count).past.length)).toEqual([50, 51, 52])
})

test('a save empties it and lets go of the excess', () => {
  const saved = afterSave(after(undoLimit + 9))
  expect([saved.present, isUnsaved(saved), undo(saved).present]).toEqual([59, false, 59])
})
