import { expect, test } from 'vitest'
import { ellipsis, planLabels } from './category-labels.ts'
import { testContext } from '../fixtures/test-context.ts'

const { measure } = testContext()
const plan = (names: string[], band: number, more: { room?: number; forced?: number; reach?: number } = {}) =>
  planLabels(names, { band, room: 80, ...more }, measure)

test.each<[string, string[], number, Partial<ReturnType<typeof planLabels>>]>([
  ['one line', ['Waseca', 'Morris'], 60, { rotate: 0, texts: ['Waseca', 'Morris'], height: 16 }],
  ['two lines', ['University Farm', 'Grand Rapids'], 70, { rotate: 0, texts: ['University\nFarm', 'Grand\nRapids'], height: 32 }],
  ['at a slash', ['Thriller/Suspense'], 70, { rotate: 0, texts: ['Thriller/\nSuspense'] }],
  ['slanted', ['Northumberland'], 40, { rotate: 35, texts: ['Northumberland'], every: 1 }],
  ['upright', ['Northumberland', 'Essex'], 18, { rotate: 90, every: 1 }],
  ['upright and thinned', ['Northumberland', 'Essex'], 6, { rotate: 90, every: 3 }],
  ['short years', ['2001', '2002', '2003'], 30, { rotate: 0, texts: ['2001', '’02', '’03'] }],
  ['whole years', ['2001', '2002'], 44, { texts: ['2001', '2002'] }],
])('%s', (_, names, band, expected) => expect(plan(names, band)).toMatchObject(expected))

test.each([
  [45, { rotate: 45, underhang: 8, overhang: 0 }],
  [90, { rotate: 90, underhang: 0, overhang: 0, height: 108 }],
  [-45, { rotate: -45, underhang: 0, overhang: 8 }],
])('a rotation of %s that the form asks for', (forced, expected) => {
  expect(plan(['A rather long name', 'A rather long name'], 150, { forced, room: 200 })).toMatchObject(expected)
})

test('room is made for slanted names beside the plot, up to a bound', () => {
  const names = ['A rather long name', 'A rather long name']
  expect(plan(names, 40)).toMatchObject({ texts: names, underhang: 74 })
  expect(plan(names, 40, { reach: 20 }).texts).toEqual(['A rathe…', 'A rather long n…'])
})

test('ellipsis', () => {
  expect(ellipsis('Paramount', 100, measure)).toBe('Paramount')
  expect(ellipsis('Paramount Pictures', 66, measure)).toBe('Paramount…')
})
