import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { prepareDataDir, readConfig } from './config.ts'
import { createContext } from './create-context.ts'

test('a start moves unreferenced files to the bin and deletes only unfinished ones', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'chartroom-start-'))
  const config = prepareDataDir(readConfig(['--data', dataDir, '--no-examples'], {}), {})
  await (await createContext(config)).close()
  const tables = join(dataDir, 'tables')
  mkdirSync(join(tables, '.ingest-Ab1'), { recursive: true })
  for (const name of ['whole.duckdb', 'half.duckdb.part', 'half.duckdb.part.wal', 'half.duckdb.rejects'])
    writeFileSync(join(tables, name), name)
  await (await createContext(config)).close()
  expect(readdirSync(tables)).toEqual([])
  expect(readFileSync(join(dataDir, 'bin', 'whole.duckdb'), 'utf8')).toBe('whole.duckdb')
  rmSync(dataDir, { recursive: true })
})

test('a start clears the spill folder of a killed process', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'chartroom-start-'))
  const left = join(dataDir, 'spill', 'out-1')
  mkdirSync(left, { recursive: true })
  writeFileSync(join(left, 'half.csv'), '1,2\n')
  const { close } = await createContext(prepareDataDir(readConfig(['--data', dataDir, '--no-examples'], {}), {}))
  expect(existsSync(left)).toBe(false)
  await close()
  rmSync(dataDir, { recursive: true })
})
