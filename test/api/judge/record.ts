import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/** Recorded exchanges of conformance/api (README there, "Format of conversations"). */
export type Version = '6.1' | '3.0'

export type Answer = { status: number; content_type?: string; headers?: Record<string, string | string[]>; body?: unknown }

export type Exchange = {
  name: string
  as: string
  request: {
    method: string
    path: string
    json?: unknown
    form?: Record<string, unknown>
    raw?: string
    multipart?: Record<string, unknown>
    auth?: 'session' | 'bearer' | 'bearer-only' | 'new-session'
    csrf?: false
    headers?: Record<string, string>
  }
  save?: Record<string, string>
  answers: Partial<Record<Version, Answer>>
}

export type Conversation = { resource: string; name: string; exchanges: Exchange[] }

type Stored = {
  resource: string
  conversations: {
    name: string
    exchanges: (Omit<Exchange, 'answers'> & { answers: Partial<Record<Version, Answer | { same_as: Version }>> })[]
  }[]
}

const folder = join(import.meta.dirname, '../../conformance/api/conversations')

/** Conversations of the named resources, or of all, read from `from` when given. */
export const readConversations = (resources: readonly string[] = [], from = folder): Conversation[] =>
  readdirSync(from)
    .filter((file) => file.endsWith('.json') && (!resources.length || resources.includes(file.slice(0, -'.json'.length))))
    .sort()
    .flatMap((file) => {
      const stored = JSON.parse(readFileSync(join(from, file), 'utf8')) as Stored
      return stored.conversations.map(({ name, exchanges }) => ({
        resource: stored.resource,
        name,
        exchanges: exchanges.map((exchange) => ({ ...exchange, answers: resolved(exchange.answers) })),
      }))
    })

const resolved = (answers: Stored['conversations'][number]['exchanges'][number]['answers']): Exchange['answers'] =>
  Object.fromEntries(
    Object.entries(answers).map(([version, answer]) => [version, 'same_as' in answer ? answers[answer.same_as] : answer]),
  ) as Exchange['answers']
