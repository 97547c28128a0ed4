import { linkSync, mkdirSync, mkdtempSync, openSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { isInFolders, isOwnFile, resolvedFile } from './own-files.ts'

const root = mkdtempSync(join(tmpdir(), 'chartroom-own-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))

const dataDir = join(root, 'data')
const metadata = join(dataDir, 'metadata.sqlite')
const elsewhere = join(root, 'elsewhere.sqlite')
const foreign = join(root, 'foreign.sqlite')
mkdirSync(join(dataDir, 'tables'), { recursive: true })
for (const path of [metadata, elsewhere, foreign]) writeFileSync(path, '')
symlinkSync(metadata, join(root, 'link.sqlite'))
symlinkSync(join(root, 'link.sqlite'), join(root, 'link of a link.sqlite'))
symlinkSync(dataDir, join(root, 'folder'))
linkSync(metadata, join(root, 'hard.sqlite'))
linkSync(elsewhere, join(root, 'hard elsewhere.sqlite'))
const opened = openSync(metadata, 'r')

const spellings: [string, string][] = [
  ['itself', metadata],
  ['double slashes', metadata.replaceAll('/', '//')],
  ['dots', join(dataDir, 'tables') + '/../metadata.sqlite'],
  ['a relative path', relative(process.cwd(), metadata)],
  ['a link', join(root, 'link.sqlite')],
  ['a link of a link', join(root, 'link of a link.sqlite')],
  ['a linked folder', join(root, 'folder/metadata.sqlite')],
  ['a hard link', join(root, 'hard.sqlite')],
  ['the root of the process', `/proc/self/root${metadata}`],
  ['the root of the process twice', `/proc/self/root/proc/self/root${metadata}`],
  ['an open file of the process', `/proc/self/fd/${opened}`],
  ['a file URI', `file:${metadata}`],
  ['a file URI with options', `file:${metadata}?mode=ro&immutable=1&uri=true`],
  ['a file URI with an authority', `file://localhost${metadata}`],
  ['a file URI in capitals', `FILE:${metadata}`],
  ['a file URI with escapes', `file:${metadata.replaceAll('metadata', '%6detadata')}`],
  ['a file that is not there yet', join(dataDir, 'tables/new.duckdb')],
  ['a new file in a linked folder', join(root, 'folder/new/new.duckdb')],
  ['a backup', join(dataDir, 'backups/a/metadata.sqlite')],
]
test.each(spellings)('recognizes %s as our own file', (_name, spelling) => {
  expect(isOwnFile({ dataDir, metadata: undefined }, resolvedFile(spelling))).toBe(true)
})

test.each([elsewhere, `${elsewhere}-wal`, join(root, 'hard elsewhere.sqlite'), `file:${elsewhere}?uri=true`])(
  'metadata outside of the data directory is the product’s own: %s',
  (spelling) => {
    expect(isOwnFile({ dataDir, metadata: elsewhere }, resolvedFile(spelling))).toBe(true)
  },
)

test.each([foreign, `file:${foreign}?mode=ro`, `${dataDir}-other/x.sqlite`, join(root, 'nowhere/x.duckdb')])(
  '%s is somebody else’s',
  (spelling) => {
    expect(isOwnFile({ dataDir, metadata: elsewhere }, resolvedFile(spelling))).toBe(false)
  },
)

test.each([
  ['a file of the folder', join(root, 'shared/a.sqlite'), true],
  ['a new file below it', join(root, 'shared/deep/new.duckdb'), true],
  ['dots that stay inside', join(root, 'shared/deep') + '/../a.sqlite', true],
  ['dots that leave it', join(root, 'shared') + '/../foreign.sqlite', false],
  ['a link that leaves it', join(root, 'shared/out.sqlite'), false],
  ['a folder whose name begins alike', join(root, 'shared-too/a.sqlite'), false],
  ['the folder itself', join(root, 'shared'), false],
  ['a file elsewhere', foreign, false],
])('of the folders that may be connected: %s', (_name, path, isInside) => {
  mkdirSync(join(root, 'shared/deep'), { recursive: true })
  rmSync(join(root, 'shared/out.sqlite'), { force: true })
  symlinkSync(foreign, join(root, 'shared/out.sqlite'))
  rmSync(join(root, 'linked'), { force: true })
  symlinkSync(join(root, 'shared'), join(root, 'linked'))
  expect(isInFolders([join(root, 'shared')], resolvedFile(path))).toBe(isInside)
  expect(isInFolders([join(root, 'nowhere'), join(root, 'linked')], resolvedFile(path))).toBe(isInside)
})
