import type { Client } from 'pg'
import { buildApp } from '../../../src/server/app.ts'
import { testContext } from '../../../src/server/testing/test-context.ts'
import { adminOf, as, type Caller } from '../../../src/server/testing/test-people.ts'
import type { TestServer } from '../../engines/servers.ts'

/** An application with an administrator. */
export const startApp = async (flags: string[] = []) => {
  const ctx = await testContext(flags)
  const app = await buildApp(ctx)
  await app.ready()
  const admin = await as(ctx, app, await adminOf(ctx))
  return {
    ctx,
    app,
    admin,
    stop: async () => {
      await app.close()
      await ctx.close()
    },
  }
}

/** A client that looks at a Postgres server from outside. */
export const connectTo = async ({ parameters }: TestServer): Promise<Client> => {
  const pg = await import('pg')
  const { host, port, username: user, password, database } = parameters
  const client = new pg.Client({ host, port, user, password, database })
  await client.connect()
  return client
}

type Answer = { status: number; body: Record<string, unknown> }

/** Adds a database and returns its id. */
export const addDatabase = async (admin: Caller, name: string, uri: string, settings: object = {}): Promise<number> => {
  const answer = await admin.post('/api/v1/database/', { database_name: name, sqlalchemy_uri: uri, ...settings })
  if (answer.statusCode !== 201) throw new Error(answer.body)
  return answer.json<{ id: number }>().id
}

export const execute = async (caller: Caller, body: object): Promise<Answer> => {
  const answer = await caller.post('/api/v1/sqllab/execute/', body)
  return { status: answer.statusCode, body: answer.json<Record<string, unknown>>() }
}

/** The type of the first error of an answer, or of its message. */
export const faultOf = ({ body }: Answer): string => {
  const { errors, message } = body as { errors?: { error_type: string }[]; message?: unknown }
  return errors?.[0]?.error_type ?? JSON.stringify(message)
}
