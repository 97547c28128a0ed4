import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { prepareDataDir, readConfig } from './config.ts'
import type { Context } from './context.ts'
import { createContext } from './create-context.ts'

/** A whole context over a fresh data directory, as a start would make it; `close` removes it again. */
export const testContext = async (flags: string[] = []): Promise<Context & { close(): Promise<void> }> => {
  const dataDir = mkdtempSync(join(tmpdir(), 'chartroom-test-'))
  const config = prepareDataDir(readConfig(['--data', dataDir, '--no-examples', ...flags], {}), {})
  const { ctx, close } = await createContext(config)
  return Object.assign(ctx, {
    close: async () => {
      await close()
      rmSync(dataDir, { recursive: true, force: true })
    },
  })
}
