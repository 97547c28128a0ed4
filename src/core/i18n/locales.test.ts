import { expect, test } from 'vitest'
import { isLocale, negotiate, translatorFor } from './locales.ts'
import { provideTranslator, t, translator } from './t.ts'

test.each([
  [null, undefined, 'en'],
  [null, '*', 'en'],
  [null, 'de', 'de'],
  [null, 'de-AT,de;q=0.9,en;q=0.8', 'de'],
  [null, 'en-US,en;q=0.9,de;q=0.8', 'en'],
  [null, 'sv;q=1, de;q=0.5, en;q=0.4', 'de'],
  [null, 'pt-PT, en;q=0.5', 'pt'],
  [null, 'pt-br', 'pt-BR'],
  [null, 'zh-Hans-CN', 'zh'],
  ['pt_BR', 'de', 'pt-BR'],
  [null, 'de;q=0, en', 'en'],
  [null, 'xx, yy', 'en'],
  ['de', 'en', 'de'],
  ['en', 'de', 'en'],
  ['klingon', 'de', 'de'],
] as const)('chosen %s, accepted %s: %s', (chosen, accepted, locale) => {
  expect(negotiate(chosen, accepted)).toBe(locale)
})

test('only supported languages are locales', () => {
  expect([isLocale('de'), isLocale('toString')]).toEqual([true, false])
})

test("every text is in the reader's current language; a missing one is English", async () => {
  const german = await translatorFor('de')
  expect(translatorFor('en')).toBeUndefined()
  provideTranslator(() => german)
  expect([t('Log in'), t('No such key at all'), t.locale]).toEqual(['Anmelden', 'No such key at all', 'de'])
  expect([1, 2, 1234].map((n) => t.plural(n, '%(count)s row', '%(count)s rows'))).toEqual(['1 Zeile', '2 Zeilen', '1.234 Zeilen'])
  provideTranslator(() => undefined)
  expect([t('Log in'), t.locale]).toEqual(['Log in', 'en'])
})

test.each([
  ['\u202Etxt.exe', 'Delete txt.exe'],
  ['a\u2069\u2067b', 'Delete ab'],
  ['שלום', 'Delete שלום'],
  [7, 'Delete 7'],
])('the name %j does not reverse the words of a sentence', (name, text) => {
  expect([t('Delete %(name)s', { name }), t('Delete %s', [name])]).toEqual([text, text])
})

test('Portuguese is that of Portugal, other than Intl has it', async () => {
  const texts = await Promise.all([translatorFor('pt'), translatorFor('pt-BR')])
  expect(texts.map((text) => text?.locale)).toEqual(['pt-PT', 'pt-BR'])
})

test('plural forms follow the rules of the language', () => {
  const polish = translator({ locale: 'pl', texts: { rows: ['wiersz', 'wiersze', 'wierszy', 'wiersza'] } })
  expect([1, 3, 5].map((n) => polish.plural(n, 'row', 'rows'))).toEqual(['wiersz', 'wiersze', 'wierszy'])
})
