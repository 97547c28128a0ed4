import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildApp } from '../../src/server/app.ts'
import { testContext } from '../../src/server/testing/test-context.ts'
import { startPostgres, type TestServer } from '../engines/servers.ts'
import { loadConformanceTables } from '../engines/tables.ts'
import { intoApp, sessions } from './judge/client.ts'
import { readConversations } from './judge/record.ts'
import { replay, type Judge, type Outcome } from './judge/replay.ts'
import { conversationName, nameOf, readLater, readListed, scoreLines } from './judge/score.ts'
import { makeWorld } from './judge/world.ts'

const admin = { username: 'admin', password: 'Admin-1-password' }
const listed = readListed()
const later = readLater()
const outcomes: Outcome[] = []

let postgres: TestServer
let stop: () => Promise<void>
let judge: Judge

beforeAll(async () => {
  postgres = await startPostgres()
  await loadConformanceTables(postgres)
  await makeAccount(postgres)
  const { host, port } = postgres.parameters
  const ctx = await testContext(['--admin-password', admin.password])
  const app = await buildApp(ctx)
  const send = intoApp(app)
  const uri = `postgresql+psycopg2://ss:secret@${host}:${port}/data`
  const world = await makeWorld({ send, admin, base: 'http://localhost', database: { name: 'pg', uri, schema: 'public' } })
  judge = {
    send,
    sessions: sessions(send, world.accounts),
    variables: world.variables,
    versions: ['6.1', '3.0'],
    values: false,
    replaceText: (text) => text.replaceAll('127.0.0.1:5433', `${host}:${port}`),
  }
  stop = async () => {
    await app.close()
    await ctx.close()
  }
})

afterAll(async () => {
  await stop?.()
  await postgres?.stop()
  console.log(scoreLines(outcomes, { ...later, ...listed }).join('\n'))
})

/** The account that the recorded connection strings name. */
const makeAccount = async ({ parameters }: TestServer) => {
  const { Client } = await import('pg')
  const { host, port, username: user, password, database } = parameters
  const client = new Client({ host, port, user, password, database })
  await client.connect()
  await client.query("CREATE ROLE ss LOGIN SUPERUSER PASSWORD 'secret'")
  await client.end()
}

const conversations = readConversations().filter(({ resource, name }) => !(conversationName({ resource, conversation: name }) in later))

it.each(conversations.map((conversation) => [`${conversation.resource} / ${conversation.name}`, conversation] as const))(
  '%s',
  async (_name, conversation) => {
    const played = await replay(conversation, judge)
    outcomes.push(...played)
    const unlisted = played.filter(
      (outcome) => !outcome.shape && !(nameOf(outcome, played) in listed) && !(nameOf(outcome, played) in later),
    )
    expect(unlisted.map((outcome) => ({ name: nameOf(outcome, played), why: outcome.why, received: outcome.received }))).toEqual([])
  },
)

it('intended differences of conformance/README.md are listed, defects of the recording are not', () => {
  const reasons = outcomes.filter(({ want }) => want).map((outcome) => listed[nameOf(outcome, outcomes)]?.reason)
  expect(new Set(reasons)).toEqual(new Set(['better on purpose']))
  const defects = outcomes.filter((outcome) => listed[nameOf(outcome, outcomes)]?.reason === 'defect of the record')
  expect(defects.flatMap((outcome) => outcome.want ?? [])).toEqual([])
})

it('every listed difference exists', () => {
  const different = new Set(outcomes.filter((outcome) => !outcome.shape).map((outcome) => nameOf(outcome, outcomes)))
  expect(Object.keys(listed).filter((name) => !different.has(name))).toEqual([])
})
