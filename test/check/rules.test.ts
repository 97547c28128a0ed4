import { describe, expect, test } from 'vitest'
import { castAnswers } from '../../scripts/check/casts.ts'
import { cycles, wrongWay } from '../../scripts/check/imports.ts'
import { auditResult } from '../../scripts/check/audit.ts'
import { lockfileFaults } from '../../scripts/check/lockfile.ts'
import { colorLiterals, crowdedFolders, defaultExports, suppressions, tooLong, vagueNames } from '../../scripts/check/shape.ts'
import type { Finding, Sources } from '../../scripts/check/sources.ts'
import { literalMeasures, redefinedTokens } from '../../scripts/check/styles.ts'
import { textsOutsideT } from '../../scripts/check/texts.ts'
import { unreadDeclarations } from '../../scripts/check/unread.ts'
import { withWidths } from '../../scripts/custom-media.ts'

const tree = (files: Record<string, string>): Sources => new Map(Object.entries(files))
const messages = (findings: Finding[]) => findings.map(({ path, line, message }) => [path, line, message])

describe('imports go one way', () => {
  const refused: [string, string, RegExp][] = [
    ['src/core/a.ts', "import { x } from '../server/app.ts'", /core may not import server/],
    ['src/core/a.ts', "import { x } from '#api/declare/route.ts'", /core may not import api/],
    ['src/api/a.ts', "import type { X } from '#charts/chart.ts'", /api may not import charts/],
    ['src/charts/pie/chart.ts', "import { x } from '#api/declare/route.ts'", /charts may not import api/],
    ['src/charts/pie/chart.ts', "import { x } from '../table/chart.ts'", /another chart/],
    ['src/charts/pie/chart.ts', "import { x } from './Pie.tsx'", /\.ts file may not import a \.tsx/],
    ['src/engines/duckdb/driver.ts', "import { x } from '#charts/index.ts'", /engines may not import charts/],
    ['src/server/app.ts', "import { x } from '../web/app.tsx'", /server may not import web/],
    ['src/server/app.ts', "const x = await import('../web/app.tsx')", /server may not import web/],
    ['src/server/resources/chart/routes.ts', "import { x } from '../dataset/routes.ts'", /another resource's routes/],
    ['src/web/app.tsx', "import { x } from '#engines/index.ts'", /web may not import engines/],
    ['src/web/pages/explore/page.tsx', "import { x } from '../dashboard/grid.tsx'", /another page/],
    ['src/web/ui/button.tsx', "import { x } from '../data/call.ts'", /ui may not import/],
    ['src/web/ui/button.tsx', "import { x } from '#charts/shared/row-window.tsx'", /ui may not import/],
    ['src/web/ui/button.tsx', "import { x } from '#core/query/read.ts'", /ui may not import/],
    ['src/web/frame/a.ts', "import { x } from '../controls/field.ts'", /frame may not import controls/],
    ['src/web/frame/a.ts', "import { x } from '../pages/explore/state.ts'", /frame may not import pages/],
    ['src/web/frame/a.ts', "import type { X } from '../app.tsx'", /frame may not import the root of web/],
    ['src/web/lists/a.tsx', "import { x } from '../shell/title.ts'", /lists may not import shell/],
    ['src/web/shell/a.tsx', "import { x } from '../lists/title.ts'", /shell may not import lists/],
    ['src/web/attic/a.tsx', "import { x } from '../data/call.ts'", /attic may not import data/],
    ['src/core/a.ts', "import { x } from '#core/table.ts'", /inside a floor imports are relative/],
    ['src/core/a.ts', "import { x } from '../../scripts/gen.ts'", /on no floor/],
  ]
  test.each(refused)('%s: %s', (path, text, message) => {
    expect(wrongWay(tree({ [path]: text })).map((finding) => finding.message)).toEqual([expect.stringMatching(message)])
  })

  const fine: [string, string][] = [
    ['src/charts/pie/chart.ts', "import { axis } from '../shared/axis.ts'"],
    ['src/charts/index.ts', "import { pie } from './pie/chart.ts'"],
    ['src/server/resources/chart/routes.ts', "import { run } from '../chart-data/run.ts'"],
    ['src/web/pages/explore/page.tsx', "import { Frame } from '../../frame/chart-frame.tsx'"],
    ['src/web/ui/button.tsx', "import { Icon } from './icon.tsx'"],
    ['src/web/ui/button.tsx', "import { t } from '#core/i18n/t.ts'"],
    ['src/web/controls/sql/a.tsx', "import { Frame } from '../../frame/chart-frame.tsx'"],
    ['src/core/a.ts', "import { z } from 'zod'"],
  ]
  test.each(fine)('%s: %s is allowed', (path, text) => {
    expect(wrongWay(tree({ [path]: text }))).toEqual([])
  })
})

describe('responses and forms are not cast', () => {
  const refused = [
    'const form = { ...first, ...second } as FormData',
    "const axis = findColumn(form['x_axis'] as QueryColumn, dataset)",
    'const labels = state.form.label_colors as object',
    'const row = answer.result as Row',
    'const rows = (await call(list, {})) as Row[]',
  ]
  test.each(refused)('%s', (text) => {
    expect(castAnswers(tree({ 'src/web/a.ts': text }))).toHaveLength(1)
    expect(castAnswers(tree({ 'src/web/a.test.ts': text }))).toEqual([])
  })

  test('other casts and types of forms are allowed', () => {
    const text =
      "const kinds = ['a'] as const\nconst read = (form: FormData) => asList(form['metrics'])\nconst box = element as HTMLElement"
    expect(castAnswers(tree({ 'src/web/a.ts': text }))).toEqual([])
  })
})

test('a cycle is reported with its path, type imports do not count', () => {
  const a = "import { b } from './b.ts'"
  expect(messages(cycles(tree({ 'src/core/a.ts': a, 'src/core/b.ts': "import { a } from './a.ts'" })))).toEqual([
    ['src/core/b.ts', undefined, 'import cycle: src/core/a.ts → src/core/b.ts → src/core/a.ts'],
  ])
  expect(cycles(tree({ 'src/core/a.ts': a, 'src/core/b.ts': "import type { A } from './a.ts'" }))).toEqual([])
})

test('a file of 501 lines is too long', () => {
  expect(tooLong(tree({ 'src/core/a.ts': 'x\n'.repeat(499) }))).toEqual([])
  expect(tooLong(tree({ 'src/core/a.ts': 'x\n'.repeat(500) }))).toHaveLength(1)
})

test('a folder of more than 20 entries is rejected, unless they are alike', () => {
  const files = (folder: string, count: number) =>
    tree(Object.fromEntries([...Array(count).keys()].map((index) => [`${folder}/${index}.ts`, ''])))
  expect(crowdedFolders(files('src/server/http', 20))).toEqual([])
  expect(messages(crowdedFolders(files('src/server/http', 21)))).toEqual([
    ['src/server/http', undefined, '21 entries; split by subject, at most 20 of unlike things'],
  ])
  expect(crowdedFolders(files('src/server/resources', 30))).toEqual([])
})

test('default exports are for lazy pages and configs', () => {
  const text = 'const a = 1\nexport default a\n'
  expect(messages(defaultExports(tree({ 'src/core/a.ts': text })))).toEqual([['src/core/a.ts', 2, 'default export; name it']])
  expect(defaultExports(tree({ 'src/web/pages/home/home.tsx': text, 'vite.config.ts': text }))).toEqual([])
})

test.each(['src/core/utils.ts', 'src/web/helpers/x.ts', 'src/core/types.ts', 'src/server/common.ts'])('%s says nothing', (path) => {
  expect(vagueNames(tree({ [path]: '' }))).toHaveLength(1)
})

test.each(["color: '#ff0000'", 'background: #fff;', "fill('rgba(0, 0, 0, 0.5)')", '`#1234abcd`'])('colour literal: %s', (text) => {
  expect(colorLiterals(tree({ 'src/web/a.tsx': text }))).toHaveLength(1)
  expect(colorLiterals(tree({ 'src/core/theme/tokens.ts': text }))).toEqual([])
})

test.each(["import { t } from '#core/i18n/t.ts'", "href = '#section'", "'#1'"])('no colour literal: %s', (text) => {
  expect(colorLiterals(tree({ 'src/web/a.tsx': text }))).toEqual([])
})

test.each([
  ['src/web/a.module.css', '.a { z-index: 3; }', /layer/],
  ['src/charts/pie/a.module.css', '.a {\n  z-index: -1;\n}', /layer/],
  ['src/web/a.module.css', '@media (max-width: 719px) { }', /width of the window/],
  ['src/web/a.module.css', '@media (hover: none) and (min-width: 40em) { }', /width of the window/],
  ['src/web/a.module.css', '.a { padding: 3px 12px; }', /space/],
  ['src/web/a.module.css', '.a { margin-left: calc(100% - 8px); }', /space/],
  ['src/web/a.module.css', '.a { column-gap: 4px; }', /space/],
  ['src/web/a.ts', "matchMedia('(max-width: 719px)')", /useMedia/],
  ['src/web/a.tsx', '<i style={{ zIndex: 3 }} />', /stylesheet/],
])('a literal measure: %s %s', (path, text, message) => {
  expect(literalMeasures(tree({ [path]: text })).map((finding) => finding.message)).toEqual([expect.stringMatching(message)])
})

test.each([
  '.a { z-index: var(--layer-dialog); padding: 3px var(--space-s) 14px; width: 16px; }',
  '@media (--phone) { }',
  '@media (prefers-reduced-motion: reduce) { }',
  '@container panel (max-width: 319px) { }',
])('no literal measure: %s', (text) => {
  expect(literalMeasures(tree({ 'src/web/a.module.css': text }))).toEqual([])
})

test.each([
  ['.a { --edge: 24px; }', ['--edge is a token; use another name']],
  ['.a {\n  color: red;\n  --text-2: blue; }', ['--text-2 is a token; use another name']],
  ['.a { --frame-padding: var(--edge); border-color: var(--text-2); }', []],
])('%s sets no token anew', (text, expected) => {
  expect(redefinedTokens(tree({ 'src/web/a.module.css': text })).map(({ message }) => message)).toEqual(expected)
})

test('a breakpoint in a stylesheet has the width of its token, and must exist', () => {
  expect(withWidths('@media (--phone)')).toBe('@media screen and (max-width: 719px)')
  expect(() => withWidths('@media (--watch)')).toThrow('no such breakpoint')
})

describe('user texts go through t()', () => {
  const refused = [
    '<p>Saved charts</p>',
    '<p>{busy ? "Loading" : null}</p>',
    '<p>{empty && "Nothing here"}</p>',
    '<p>{`Showing ${n} rows`}</p>',
    '<button aria-label="Close" />',
    '<Input placeholder={"Search"} />',
  ]
  test.each(refused)('%s', (jsx) => {
    expect(textsOutsideT(tree({ 'src/web/a.tsx': `export const A = () => ${jsx}` }))).toHaveLength(1)
  })
  test.each([
    "<p>{t('Saved charts')}</p>",
    '<p className="wide">{n} · 3</p>',
    "<button aria-label={t('Close')}>×</button>",
    '<i>⌘K</i>',
    '<code>LASTDAY(DATETIME("today"), month)</code>',
  ])('%s is fine', (jsx) => {
    expect(textsOutsideT(tree({ 'src/web/a.tsx': `export const A = () => ${jsx}` }))).toEqual([])
  })
})

test.each(['// oxlint-disable-next-line', '// @ts-ignore', '// TODO later', '/* eslint-disable */'])('%s is refused', (text) => {
  expect(suppressions(tree({ 'src/core/a.ts': text }))).toHaveLength(1)
})

test('a TODO that names its issue passes', () => {
  expect(suppressions(tree({ 'src/core/a.ts': '// TODO(#12) later' }))).toEqual([])
})

test('a lockfile without an optional package, or with download URLs, is rejected', () => {
  const lock = {
    packages: {
      '': {},
      'node_modules/a': { integrity: 'sha512-x', optionalDependencies: { '@a/linux': '1', '@a/mac': '1' } },
      'node_modules/@a/linux': { integrity: 'sha512-x', resolved: 'https://x' },
    },
  }
  expect(lockfileFaults(lock).map((finding) => finding.message)).toEqual([
    'node_modules/a names @a/mac, which the lock does not hold',
    'node_modules/@a/linux carries a download address',
  ])
})

test('a package without a digest, or with a script of its own, is rejected', () => {
  const lock = {
    packages: {
      '': {},
      'node_modules/a': { integrity: 'sha512-x' },
      'node_modules/b': { integrity: 'sha1-x' },
      'node_modules/c': { integrity: 'sha512-x', hasInstallScript: true },
    },
  }
  expect(lockfileFaults(lock).map((finding) => finding.message)).toEqual([
    'node_modules/b has no sha512 digest',
    'node_modules/c runs a script when it is installed',
  ])
})

describe('the audit of dependencies', () => {
  const found = (severity: string) =>
    JSON.stringify({ vulnerabilities: { a: { severity, range: '<2', via: [{ title: 'ReDoS', url: '' }, 'b'] } } })

  test.each([
    ['no vulnerability', '{"vulnerabilities":{}}', 'ok', []],
    ['a mild one', found('moderate'), 'ok', ['moderate: a <2: ReDoS; through b']],
    ['a grave one', found('high'), 'FAIL', ['high: a <2: ReDoS; through b']],
    ['a registry without advisories', '{"statusCode":405,"uri":"https://registry"}', 'skip', [/answered with 405\): nothing was audited$/]],
    ['no network', '{"error":{"code":"ENOTFOUND","summary":""}}', 'skip', [/ENOTFOUND/]],
    ['nothing', '', 'skip', [/did not answer/]],
  ])('with %s', (_what, output, state, lines) => {
    expect(auditResult(output)).toEqual({
      state,
      lines: lines.map((line) => (line instanceof RegExp ? expect.stringMatching(line) : line)),
    })
  })
})

describe('what is declared is read', () => {
  const contract = 'export type Chart = {\n  name: string\n  /** Unread. */\n  renames?: string\n  draw(form: string): string\n}\n'
  const found = (reader: string, path = 'src/web/a.ts') =>
    unreadDeclarations(tree({ 'src/charts/chart.ts': contract, [path]: reader })).map(({ line, message }) => `${line} ${message}`)

  test.each([
    ['a member', 'chart.name + chart?.renames + chart.draw(1)', []],
    ['a destructured parameter', 'const f = ({ name, renames = 1, draw: d }: Chart) => name', []],
    ['a destructured variable', 'const { name, renames, draw } = chart', []],
    ['among other parameters', 'const f = ({ name, renames, draw }, x) => x', []],
    ['by its key', "chart['renames'] + chart.name + chart.draw()", []],
    ['only in literals', "const chart = { name: 'x', renames: '', draw }", ['2 name', '4 renames', '5 draw']],
    ['only written', 'chart.renames = 1; use(chart.name, chart.draw)', ['4 renames']],
  ])('%s', (_, reader, unread) => {
    expect(found(reader)).toEqual(unread.map((line) => line.replace(' ', ' nobody reads Chart.')))
  })

  test('tests do not count', () => expect(found('chart.name + chart.renames + chart.draw()', 'src/web/a.test.ts')).toHaveLength(3))
})
