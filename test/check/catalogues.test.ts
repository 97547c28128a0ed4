import { join } from 'node:path'
import { expect, test } from 'vitest'
import { languages, review, spokenTexts } from '../../scripts/texts/catalogues.ts'
import { reachedFrom } from '../../scripts/check/imports.ts'
import { readSources } from '../../scripts/check/sources.ts'
import { textsOf } from '../../scripts/texts/texts-of.ts'
import { rooms, type Room } from '#core/i18n/locales.ts'
import { pages, pageTexts } from '#core/pages.ts'

const root = join(import.meta.dirname, '../..')
const catalogues = await languages()

test('no catalogue has unused or mismatched texts, and complete languages miss none', () => {
  const spoken = spokenTexts(root)
  expect(spoken.size).toBeGreaterThan(1500)
  for (const { locale, name, isComplete, files } of catalogues) {
    const { missing, wrong } = review({ locale, texts: Object.assign({}, ...files) }, spoken)
    expect(wrong, name).toEqual([])
    if (isComplete) expect(missing, name).toEqual([])
  }
}, 60_000)

test('a text is in one room', () => {
  for (const { name, files } of catalogues) {
    const keys = files.flatMap((file) => Object.keys(file))
    expect(
      keys.filter((key, i) => keys.indexOf(key) !== i),
      name,
    ).toEqual([])
  }
})

test('every page loads the catalogues of its texts', () => {
  const sources = readSources(root, ['src'])
  const shell = reachedFrom(sources, ['src/web/main.tsx'], (path) => path.startsWith('src/web/pages/'))
  const textsByFile = new Map([...sources].map(([path, source]) => [path, textsOf(new Map([[path, source]]))]))
  const strayIn = (files: ReadonlySet<string>, loaded: readonly Room[]): string[] => {
    const texts = new Set([...files].flatMap((path) => [...(textsByFile.get(path)?.keys() ?? [])]))
    return catalogues.flatMap(({ files: ofLanguage }) =>
      rooms.flatMap((room, i) => (loaded.includes(room) ? [] : Object.keys(ofLanguage[i] ?? {}).filter((key) => texts.has(key)))),
    )
  }
  expect(shell.size).toBeGreaterThan(50)
  expect(strayIn(shell, ['frame'])).toEqual([])
  for (const page of new Set(Object.values(pages))) {
    const starts = [...sources.keys()].filter((path) => path.startsWith(`src/web/pages/${page}/`) && path.endsWith('Page.tsx'))
    expect(starts.length, page).toBe(1)
    expect(strayIn(reachedFrom(sources, starts), ['frame', ...(pageTexts[page] ?? [])]), page).toEqual([])
  }
})

test('texts are found in t() and msg()', () => {
  const source = `
    const words = { a: msg('First word'), b: { name: msg('Second word'), unit: 'hour' } }
    const unread = { a: 'Not a text', label: 'Neither' }
    t('Plain'); t(yes ? 'This' : 'That', { n }); t(words[key] ?? key); unread[key]; context.t('Of a context')
    t.plural(n, '%(count)s row', '%(count)s rows')`
  expect([...textsOf(new Map([['src/web/a.ts', source]]))].toSorted()).toEqual([
    ['%(count)s rows', 'plural'],
    ['First word', 'plain'],
    ['Of a context', 'plain'],
    ['Plain', 'plain'],
    ['Second word', 'plain'],
    ['That', 'plain'],
    ['This', 'plain'],
  ])
})

test('missing, unused and mismatched texts are reported', () => {
  const spoken = new Map([
    ['Hello %(name)s', 'plain'],
    ['%(count)s rows', 'plural'],
    ['Near "$1"', 'plain'],
    ['Close', 'plain'],
  ] as const)
  const texts = { 'Hello %(name)s': 'Hallo %(nam)s', '%(count)s rows': '%(count)s Zeilen', 'Near "$1"': 'Nahe „$1“', Old: 'Alt' }
  expect(review({ locale: 'de', texts }, spoken)).toEqual({
    missing: ['Close'],
    wrong: ['other holes "Hello %(name)s"', 'wrong number of forms "%(count)s rows"', 'no longer used "Old"'],
  })
})
