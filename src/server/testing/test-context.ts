import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { prepareDataDir, readConfig } from '../start/config.ts'
import type { Context } from '../context.ts'
import { createContext } from '../start/create-context.ts'

/** A complete context with a fresh data directory; `close` removes it. */
export const testContext = async (flags: string[] = []): Promise<Context & { close(): Promise<void> }> => {
  const dataDir = mkdtempSync(join(tmpdir(), 'chartroom-test-'))
  const config = prepareDataDir(readConfig(['--data', dataDir, '--no-examples', ...(await metadataFlags()), ...flags], {}), {})
  const { ctx, close } = await createContext(config)
  return Object.assign(ctx, {
    close: async () => {
      await close()
      rmSync(dataDir, { recursive: true, force: true })
    },
  })
}

/** A SQLite file, or a new database if the run has a Postgres server. */
const metadataFlags = async (): Promise<string[]> => {
  const server = process.env['CHARTROOM_TEST_POSTGRES']
  if (!server) return []
  const { Client } = await import('pg')
  const name = `test_${randomUUID().replaceAll('-', '')}`
  const client = new Client({ connectionString: `${server}/postgres` })
  await client.connect()
  await client.query(`create database ${name}`)
  await client.end()
  return ['--metadata', `${server}/${name}`]
}
