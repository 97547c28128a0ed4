import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { createFolderTableFiles } from './folder-table-files.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'chartroom-table-files-'))
afterAll(() => rmSync(dataDir, { recursive: true }))

const day = (number: number) => new Date(Date.UTC(2026, 0, number))

test('a created file is listed, and moves to the bin when it is discarded', async () => {
  const files = createFolderTableFiles(dataDir)
  expect(await files.list()).toEqual([])
  const { file, path } = await files.create('sales')
  writeFileSync(path, 'rows')
  await files.put(file)
  expect(await files.list()).toEqual(['sales.duckdb'])
  expect(await files.pathOf(file)).toBe(path)

  await files.discard(file, day(1))
  await files.discard(file, day(1))
  expect(await files.list()).toEqual([])
  const inBin = join(dataDir, 'bin', file)
  await files.emptyBin(day(1))
  expect(existsSync(inBin)).toBe(true)
  await files.emptyBin(day(2))
  expect(existsSync(inBin)).toBe(false)
})

test('concurrently created files have different names; one that was never put can be removed', async () => {
  const files = createFolderTableFiles(dataDir)
  const [one, other] = await Promise.all([files.create(), files.create()])
  expect(one.file).not.toBe(other.file)
  writeFileSync(one.path, 'rows')
  await files.remove(one.file)
  await files.remove(other.file)
  expect(await files.list()).toEqual([])
})
