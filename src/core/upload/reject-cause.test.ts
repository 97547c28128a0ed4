import { expect, test } from 'vitest'
import { translatorFor } from '../i18n/locales.ts'
import { causeText, wireText, type RejectCause } from './reject-cause.ts'

const cases: [RejectCause, string, string][] = [
  [{ code: 'fields', found: 2, expected: 3 }, 'The line has 2 fields; 3 are expected', 'Felder in der Zeile: 2, erwartet: 3'],
  [{ code: 'value', column: 'a', value: 'two', type: 'BIGINT' }, '“two” in a is not a whole number', '„two“ in a ist keine ganze Zahl'],
  [{ code: 'value', column: 'a', value: 'x', type: 'UUID' }, '“x” in a is not a UUID', '„x“ in a ist kein UUID'],
  [
    { code: 'value', column: 'a', value: null, type: '' },
    'The value of a does not fit its type',
    'Der Wert von a passt nicht zum Typ der Spalte',
  ],
  [{ code: 'json' }, 'The line is no JSON', 'Die Zeile ist kein JSON'],
]

test.each(cases)('%o: %s', async (cause, english, german) => {
  const t = await translatorFor('de')
  expect(wireText(cause)).toBe(english)
  expect(t && causeText(cause, t)).toBe(german)
})
