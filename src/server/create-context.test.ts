import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { prepareDataDir, readConfig } from './config.ts'
import { createContext } from './create-context.ts'

test('what a killed process left of its queries is cleared away at the next start', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'chartroom-start-'))
  const left = join(dataDir, 'spill', 'out-1')
  mkdirSync(left, { recursive: true })
  writeFileSync(join(left, 'half.csv'), '1,2\n')
  const { close } = await createContext(prepareDataDir(readConfig(['--data', dataDir, '--no-examples'], {}), {}))
  expect(existsSync(left)).toBe(false)
  await close()
  rmSync(dataDir, { recursive: true })
})
