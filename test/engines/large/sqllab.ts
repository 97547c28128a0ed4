/** What is asked of SQL Lab on servers that are too large for every run. */
import { expect } from 'vitest'
import type { ColumnProfile } from '../../../src/api/sqllab.ts'
import type { Caller } from '../../../src/server/testing/test-people.ts'
import { execute } from '../../api/sqllab/server.ts'

export type Statement = { database_id: number; sql: string }

type State = { state: string; progress: number }

const stateOf = async (admin: Caller, clientId: string): Promise<State | undefined> => {
  const answer = await admin.get('/api/v1/query/updated_since?q=(last_updated_ms:0)')
  return answer.json<{ result: (State & { id: string })[] }>().result.find(({ id }) => id === clientId)
}

/** Starts a statement, waits until it reports a percentage, stops it, and waits until the engine no longer runs it. */
export const watch = async (admin: Caller, body: Statement & { client_id: string }, running: () => Promise<number>) => {
  await execute(admin, { ...body, runAsync: true })
  const progress = async () => {
    const found = await stateOf(admin, body.client_id)
    return found?.state === 'running' ? found.progress : Number.NaN
  }
  await expect.poll(progress, { timeout: 120_000, interval: 200 }).toBeGreaterThan(0)
  expect(await progress()).toBeLessThan(100)
  expect(await running()).toBeGreaterThan(0)
  await admin.post('/api/v1/query/stop', { client_id: body.client_id })
  await expect.poll(running, { timeout: 10_000 }).toBe(0)
  expect((await stateOf(admin, body.client_id))?.state).toBe('stopped')
}

export const profile = async (admin: Caller, clientId: string, column: string) =>
  (await admin.post('/api/v1/sqllab/profile/', { client_id: clientId, column })).json<{ result: ColumnProfile }>().result
