import { expect, test } from 'vitest'
import { readFilters } from '../native-filter.ts'
import { firstItems, withDividers } from './dividers.ts'

/** Capitals are dividers, the others filters. */
const itemsOf = (ids: string) => readFilters([...ids].map((id) => ({ id, ...(/[A-Z]/.test(id) && { type: 'DIVIDER', title: id }) })))
const idsOf = (items: readonly { id: string }[]) => items.map(({ id }) => id).join('')

test.each([
  ['AaBb', 'ab', 'AaBb'],
  ['AaBb', 'b', 'Bb'],
  ['AaBb', 'a', 'Aa'],
  ['aAbBc', 'ac', 'aBc'],
  ['Aabc', 'c', 'Ac'],
  ['Aabc', '', ''],
  ['ABa', 'a', 'ABa'],
  ['aA', 'a', 'a'],
  ['AB', '', ''],
  ['', '', ''],
])('of %s, a section of the filters %s has %s', (all, filters, section) => {
  const items = itemsOf(all)
  const shown = items.filter(({ id }) => filters.includes(id))
  expect(idsOf(withDividers(items, shown))).toBe(section)
})

test.each([
  ['AaBb', 9, 'AaBb'],
  ['AaBb', 3, 'Aa'],
  ['AaBb', 1, 'Aa'],
  ['ABab', 1, 'ABa'],
  ['ab', 1, 'a'],
  ['', 1, ''],
])('of the section %s with room for %d, the first are %s', (section, fitting, first) => {
  expect(idsOf(firstItems(itemsOf(section), fitting))).toBe(first)
})
