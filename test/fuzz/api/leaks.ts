import { hostname } from 'node:os'
import type { Context } from '../../../src/server/context.ts'

/** A text that no answer may hold, and what it would reveal. */
export type Forbidden = readonly [what: string, text: string]

/** What the installation must keep to itself, besides secrets that a test plants. */
export const forbiddenOf = ({ config }: Pick<Context, 'config'>, planted: readonly string[]): Forbidden[] => {
  const host = hostname()
  return [
    ['the secret key', config.secretKey],
    ['a hash of a password', '$argon2'],
    ['the data directory', config.dataDir],
    ['the folder of the program', process.cwd()],
    ...(host.length > 4 && host !== 'localhost' ? [['the name of the machine', host] as const] : []),
    ...planted.map((text) => ['a planted secret', text] as const),
  ]
}

const traces: readonly (readonly [what: string, pattern: RegExp])[] = [
  ['a stack', /(?:\n|\\n)\s+at (?:\S+ \(|async )?\S*(?:file:|node:|\/)\S*:\d+:\d+/],
  ['a module', /node:internal\/|node_modules\//],
  [
    'an error of the metadata store',
    /SQLITE_[A-Z]+|SqliteError|\bUNIQUE constraint failed\b|\bNOT NULL constraint failed\b|no such (?:table|column): (?:users|sessions|charts|dashboards|datasets)\b/,
  ],
  [
    'SQL of the metadata store',
    /\b(?:insert into|update|delete from|from) "(?:users|sessions|roles|databases|charts|dashboards|datasets|key_values|action_log)"/,
  ],
  ['an error of the language', /Cannot read propert(?:y|ies) of|is not a function|is not iterable|Maximum call stack|undefined is not/],
]

type Answer = { statusCode: number; headers: Record<string, unknown>; body: string }

/** What an answer reveals that was not in the request. */
export const leaksIn = ({ statusCode, headers, body }: Answer, sent: string, forbidden: readonly Forbidden[]): string[] => {
  const text = `${JSON.stringify(headers)}\n${body}`
  const held = forbidden.filter(([, secret]) => text.includes(secret) && !sent.includes(secret))
  const traced = statusCode < 400 ? [] : traces.filter(([, pattern]) => pattern.test(text) && !pattern.test(sent))
  return [...held, ...traced].map(([what]) => what)
}
