import { expect, test } from 'vitest'
import { canRedo, canUndo, isFull, isUnsaved, record, redo, restart, startHistory, undo, type History } from './history.ts'

const maxSteps = 50

const times = <T>(count: number, change: (value: T, i: number) => T, start: T): T =>
  Array.from({ length: count }, (_, i) => i).reduce((value, i) => change(value, i), start)

/** A history of 0, 1, 2 … count. */
const after = (count: number): History<number> =>
  times(count, (history, i) => record(history, i + 1, { description: `step ${i + 1}` }), startHistory(0, maxSteps))

const presents = ({ past, present, future }: History<unknown>) => [
  past.map(({ state }) => state),
  present,
  future.map(({ state }) => state),
]

type Action = 'undo' | 'redo' | number

const run = (actions: readonly Action[]): History<number> =>
  actions.reduce<History<number>>(
    (history, action) => (action === 'undo' ? undo(history) : action === 'redo' ? redo(history) : record(history, action)),
    startHistory(0, maxSteps),
  )

test.each<[readonly Action[], unknown]>([
  [[], [[], 0, []]],
  [['undo'], [[], 0, []]],
  [['redo'], [[], 0, []]],
  [
    [1, 2, 3],
    [[0, 1, 2], 3, []],
  ],
  [
    [1, 2, 3, 'undo'],
    [[0, 1], 2, [3]],
  ],
  [
    [1, 2, 3, 'undo', 'undo'],
    [[0], 1, [2, 3]],
  ],
  [
    [1, 2, 3, 'undo', 'undo', 'redo'],
    [[0, 1], 2, [3]],
  ],
  [
    [1, 2, 'undo', 9],
    [[0, 1], 9, []],
  ],
  [
    [1, 2, 'undo', 1],
    [[0], 1, [2]],
  ],
  [
    [1, 'undo', 'undo', 'redo', 'redo'],
    [[0], 1, []],
  ],
])('%j leads to past, present and future %j', (actions, expected) => {
  expect(presents(run(actions))).toEqual(expected)
})

test('an unchanged history is the same object', () => {
  const [none, one] = [after(0), after(1)]
  expect([undo(none) === none, redo(one) === one, record(one, 1) === one]).toEqual([true, true, true])
})

test('a description goes with its step, back and forth', () => {
  const descriptions = ({ past, future }: History<unknown>) => [past, future].map((steps) => steps.map(({ description }) => description))
  expect(descriptions(undo(after(3)))).toEqual([['step 1', 'step 2'], ['step 3']])
  expect(descriptions(redo(undo(after(3))))).toEqual([['step 1', 'step 2', 'step 3'], []])
})

test.each<[string, [state: string, tag: string | null, atMs: number][], string[]]>([
  [
    'typing in one field is one step',
    [
      ['a', 'title', 1000],
      ['ab', 'title', 1500],
      ['abc', 'title', 2400],
    ],
    [''],
  ],
  [
    'a pause begins another step',
    [
      ['a', 'title', 1000],
      ['ab', 'title', 2000],
    ],
    ['', 'a'],
  ],
  [
    'another field begins another step',
    [
      ['a', 'title', 1000],
      ['ab', 'name', 1001],
    ],
    ['', 'a'],
  ],
  [
    'changes without a tag are steps of their own',
    [
      ['a', null, 1000],
      ['ab', null, 1000],
    ],
    ['', 'a'],
  ],
])('%s', (_title, changes, past) => {
  const history = changes.reduce((before, [state, tag, atMs]) => record(before, state, { tag, atMs }), startHistory('', maxSteps))
  expect(history.past.map(({ state }) => state)).toEqual(past)
})

test('after an undo, typing on is a step of its own', () => {
  const typed = record(record(startHistory('', maxSteps), 'a', { tag: 'x', atMs: 1 }), 'b', { atMs: 2 })
  expect(presents(record(undo(typed), 'c', { tag: 'x', atMs: 3 }))).toEqual([['', 'a'], 'c', []])
})

test.each([
  [0, 0, false],
  [1, 0, true],
  [1, 1, false],
  [3, 2, true],
  [maxSteps, maxSteps, false],
  [maxSteps + 1, maxSteps + 1, true],
  [maxSteps + 20, maxSteps + 20, true],
])('%i steps, %i undone: unsaved %s', (count, back, unsaved) => {
  expect(isUnsaved(times(back, undo, after(count)))).toBe(unsaved)
})

test('a redo is a change again', () => {
  expect(isUnsaved(redo(undo(after(1))))).toBe(true)
})

test.each<[History<number>, boolean, boolean]>([
  [after(0), false, false],
  [after(1), true, false],
  [undo(after(1)), false, true],
  [undo(after(2)), true, true],
])('what can be undone and redone: case %#', (history, back, forth) => {
  expect([canUndo(history), canRedo(history)]).toEqual([back, forth])
})

test.each([
  [maxSteps - 1, false, 49],
  [maxSteps, true, 50],
  [maxSteps + 1, false, 51],
  [maxSteps + 2, false, 52],
  [maxSteps + 9, false, 52],
])('%i steps: full %s, %i are kept', (count, full, kept) => {
  expect([isFull(after(count)), after(count).past.length]).toEqual([full, kept])
})

test('a save empties the history and forgets that it was exceeded', () => {
  const before = after(maxSteps + 9)
  const saved = restart(before, before.present)
  expect([saved.present, isUnsaved(saved), undo(saved).present, saved.maxSteps]).toEqual([59, false, 59, maxSteps])
})
