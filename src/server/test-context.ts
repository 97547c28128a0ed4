import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { seedAccess } from './access/seed.ts'
import { prepareDataDir, readConfig } from './config.ts'
import type { Context } from './context.ts'
import { openDb } from './db/open.ts'
import { memoryEvents } from './events.ts'

/** A whole context over a fresh data directory, as a start would make it; `close` removes it again. */
export const testContext = async (flags: string[] = []): Promise<Context & { close(): Promise<void> }> => {
  const dataDir = mkdtempSync(join(tmpdir(), 'chartroom-test-'))
  const config = prepareDataDir(readConfig(['--data', dataDir, '--no-examples', ...flags], {}), {})
  const closing = new AbortController()
  const db = await openDb(config)
  const ctx: Context = { config, db, events: memoryEvents(), now: () => new Date(), closing: closing.signal }
  await seedAccess(ctx)
  return {
    ...ctx,
    close: async () => {
      closing.abort()
      await db.destroy()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
