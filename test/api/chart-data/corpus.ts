import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/** The recorded cases of conformance/chart-data (its README tells what the fields mean). */
export type Json = null | boolean | number | bigint | string | Json[] | { [key: string]: Json }
export type JsonObject = { [key: string]: Json }

export type Setup =
  | {
      kind: 'dataset'
      name: string
      sql: string
      columns?: Record<string, JsonObject>
      calculated_columns?: JsonObject[]
      metrics?: JsonObject[]
      set?: JsonObject
    }
  | { kind: 'annotation_layer'; name: string; annotations: JsonObject[] }
  | { kind: 'chart'; name: string; dataset: string; viz_type: string; params: JsonObject; query_context: JsonObject }

export type FullAnswer = {
  status: number
  results?: JsonObject[]
  body?: Json
  text?: string
  bom?: boolean
  cells?: Json[][]
  files?: Record<string, string | Json[][]>
  content_type?: string
  content_disposition?: string
}

type Answer = FullAnswer | { like: string; results?: JsonObject[] }

export const oracles = ['6.1/postgres', '6.1/duckdb', '3.0/postgres'] as const
export type Oracle = (typeof oracles)[number]

export type Case = {
  theme: string
  name: string
  dataset: string | null
  setup?: Setup[]
  request: JsonObject | null
  send?: 'form' | 'raw'
  body?: string
  content_type?: string
  status: number
  row_order?: ('fixed' | 'free')[]
  message_from?: 'engine'
  answers: { all?: FullAnswer } & { [oracle in Oracle]?: Answer }
  note?: string
  bug?: string
}

/** JSON with whole numbers in full. */
export const parseExact = (text: string): Json =>
  JSON.parse(text, function (this: unknown, _key: string, value: unknown, { source }: { source?: string } = {}) {
    return typeof value === 'number' && !Number.isSafeInteger(value) && source && /^-?\d+$/.test(source) ? BigInt(source) : value
  } as (this: unknown, key: string, value: unknown) => unknown) as Json

const folder = join(import.meta.dirname, '../../conformance/chart-data')

export const readCases = (): Case[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .sort()
    .flatMap((name) => {
      const { theme, cases } = parseExact(readFileSync(join(folder, name), 'utf8')) as unknown as { theme: string; cases: Case[] }
      return cases.map((each) => ({ ...each, theme }))
    })

/** One oracle's answer in full. */
export const answerOf = ({ answers }: Case, oracle: Oracle): FullAnswer => {
  const own = answers[oracle] ?? answers.all
  if (!own) throw new Error(`no answer of ${oracle}`)
  if (!('like' in own)) return own
  const base = answers[own.like as Oracle] as FullAnswer
  if (!own.results) return base
  return { ...base, results: (base.results ?? []).map((result, i) => ({ ...result, ...own.results?.[i] })) }
}
