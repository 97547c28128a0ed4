import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { prepareDataDir, readConfig } from '../start/config.ts'
import type { Context } from '../context.ts'
import { createContext } from '../start/create-context.ts'

/** A complete context with a fresh data directory; `close` removes it. Its metadata are in Postgres if the address of a server is given. */
export const testContext = async (
  flags: string[] = [],
  postgres = process.env['CHARTROOM_TEST_POSTGRES'],
): Promise<Context & { close(): Promise<void> }> => {
  const dataDir = mkdtempSync(join(tmpdir(), 'chartroom-test-'))
  const metadata = postgres ? ['--metadata', await createDatabase(postgres)] : []
  const config = prepareDataDir(readConfig(['--data', dataDir, '--no-examples', ...metadata, ...flags], {}), {})
  const { ctx, close } = await createContext(config)
  return Object.assign(ctx, {
    close: async () => {
      await close()
      rmSync(dataDir, { recursive: true, force: true })
    },
  })
}

/** The address of a new database. */
const createDatabase = async (server: string): Promise<string> => {
  const { Client } = await import('pg')
  const name = `test_${randomUUID().replaceAll('-', '')}`
  const client = new Client({ connectionString: `${server}/postgres` })
  await client.connect()
  await client.query(`create database ${name}`)
  await client.end()
  return `${server}/${name}`
}
