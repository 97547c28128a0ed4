import { join } from 'node:path'
import { expect, test } from 'vitest'
import { catalogueFaults, faultsOf, spokenTexts } from '../../scripts/catalogues.ts'
import { textsOf } from '../../scripts/texts-of.ts'
import { rooms } from '#core/i18n/de/de.ts'

test('every catalogue has each text of the product, and no other', async () => {
  const spoken = spokenTexts(join(import.meta.dirname, '../..'))
  expect(spoken.size).toBeGreaterThan(1500)
  expect(await catalogueFaults(spoken)).toEqual([['Deutsch', []]])
}, 60_000)

test('a text stands in one room', () => {
  const keys = rooms.flatMap((room) => Object.keys(room))
  expect(keys.filter((key, i) => keys.indexOf(key) !== i)).toEqual([])
})

test('texts are found in calls, tables and choices', () => {
  const source = `
    const words = { a: 'First word', b: { name: 'Second word', unit: 'hour' } }
    const unread = { a: 'Not a text' }
    t('Plain'); t(yes ? 'This' : 'That', { n }); t(words[key] ?? key); unread[key]
    t.plural(n, '%(count)s row', '%(count)s rows')
    const choices = [{ value: 'x', label: 'Choice' }]`
  expect([...textsOf(new Map([['src/web/a.ts', source]]))].toSorted()).toEqual([
    ['%(count)s rows', 'plural'],
    ['Choice', 'plain'],
    ['First word', 'plain'],
    ['Plain', 'plain'],
    ['Second word', 'plain'],
    ['That', 'plain'],
    ['This', 'plain'],
  ])
})

test('what lacks, is left over or does not fit is named', () => {
  const spoken = new Map([
    ['Hello %(name)s', 'plain'],
    ['%(count)s rows', 'plural'],
    ['Near "$1"', 'plain'],
    ['Close', 'plain'],
  ] as const)
  const texts = { 'Hello %(name)s': 'Hallo %(nam)s', '%(count)s rows': '%(count)s Zeilen', 'Near "$1"': 'Nahe „$1“', Old: 'Alt' }
  expect(faultsOf({ locale: 'de', texts }, spoken)).toEqual([
    'lacks "Close"',
    'other holes "Hello %(name)s"',
    'wrong number of forms "%(count)s rows"',
    'no longer used "Old"',
  ])
})
