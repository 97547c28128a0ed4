import { expect, test } from 'vitest'
import { edgeSide, resolveWidths, widthsAfterResize, type SizedColumn, type Widths } from './resolve-widths.ts'

const columns = [{ key: 'a', content: 100 }, { key: 'b', content: 200 }, { key: 'c', width: 50 }, { key: 'd' }]
const growing: SizedColumn[] = [
  { key: 'box', width: 40 },
  { key: 'name', content: 160, grows: true },
  { key: 'type', width: 100 },
]

const shrinking: SizedColumn[] = [
  { key: 'box', width: 40 },
  { key: 'name', content: 200, min: 160, grows: true },
  { key: 'type', width: 120, min: 80 },
  { key: 'note', width: 220, min: 100 },
]

type Case = { columns: SizedColumn[]; set: Widths; available: number; widths: number[] }

test.each<[string, Case]>([
  ['without room every column has what it needs', { columns, set: {}, available: 300, widths: [100, 200, 50, 120] }],
  [
    'room is shared in proportion, fixed columns stay, nothing is lost to rounding',
    { columns, set: {}, available: 891, widths: [200, 400, 50, 241] },
  ],
  [
    'a column may be called what every object has',
    { columns: [{ key: 'constructor', content: 100 }, { key: '__proto__' }], set: {}, available: 0, widths: [100, 120] },
  ],
  ['what a person set stands', { columns, set: { a: 300 }, available: 1000, widths: [300, 406, 50, 244] }],
  [
    'a table narrower than its place stays so when every column was given a width',
    { columns, set: { a: 60, b: 60, d: 60 }, available: 900, widths: [60, 60, 50, 60] },
  ],
  ['a column that grows takes all that is left', { columns: growing, set: {}, available: 800, widths: [40, 660, 100] }],
  ['and gives to a column that is made wider', { columns: growing, set: { type: 300 }, available: 800, widths: [40, 460, 300] }],
  [
    'columns that may shrink do so before the one that grows is cut',
    { columns: shrinking, set: {}, available: 500, widths: [40, 200, 100, 160] },
  ],
  ['and that one shrinks last', { columns: shrinking, set: {}, available: 380, widths: [40, 160, 80, 100] }],
  ['to its least width', { columns: shrinking, set: {}, available: 100, widths: [40, 160, 80, 100] }],
  [
    'what a person set does not shrink, and is taken from the one that grows first',
    { columns: shrinking, set: { note: 200 }, available: 500, widths: [40, 160, 100, 200] },
  ],
  ['but not more than it has', { columns: growing, set: { type: 700 }, available: 800, widths: [40, 160, 700] }],
])('%s', (_, { columns: sized, set, available, widths }) => expect(resolveWidths(sized, set, available)).toEqual(widths))

test.each<[string, { columns: SizedColumn[]; side: 'start' | 'end'; remembered: Widths }]>([
  ['columns before a resized one keep their widths', { columns, side: 'end', remembered: { a: 100, b: 200, c: 80 } }],
  ['behind a column that grows, it alone is remembered', { columns: growing, side: 'start', remembered: { type: 80 } }],
])('%s', (_, { columns: sized, side, remembered }) => {
  expect(edgeSide(sized, 2)).toBe(side)
  expect(widthsAfterResize(sized, [100, 200, 50, 120], { index: 2, width: 80 })).toEqual(remembered)
})
