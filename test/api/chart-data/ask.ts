import { unzipSync } from 'fflate'
import { readXlsx } from 'hucre'
import type { Caller } from '../../../src/server/testing/test-people.ts'
import { parseExact, type Case, type FullAnswer, type Json, type JsonObject } from './corpus.ts'

const cellOf = (value: unknown): Json => {
  if (value instanceof Date)
    return value
      .toISOString()
      .replace(/\.000Z$/, '')
      .replace('Z', '000')
  return (value ?? null) as Json
}

const sheetOf = async (bytes: Uint8Array): Promise<Json[][]> => {
  const { sheets } = await readXlsx(bytes)
  return (sheets[0]?.rows ?? []).map((row) => [...row].map(cellOf))
}

/** `@today` stands for midnight of the day of asking. */
const withToday = (value: Json, today: number): Json => {
  if (value === today) return '@today'
  return value
}

const resultOf = (result: Json, today: number): JsonObject => {
  const read = { ...(result as JsonObject) }
  for (const key of ['from_dttm', 'to_dttm']) if (key in read) read[key] = withToday(read[key] ?? null, today)
  return read
}

const stamped = (disposition: string) => disposition.replace(/\d{8}_\d{6}/, 'YYYYMMDD_HHMMSS')

const decode = (bytes: Uint8Array) => new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)

const fileOf = async (name: string, bytes: Uint8Array) => (name.endsWith('.xlsx') ? sheetOf(bytes) : decode(bytes))

const read = async (type: string, bytes: Uint8Array): Promise<Omit<FullAnswer, 'status'>> => {
  if (type.startsWith('application/zip')) {
    const files = await Promise.all(Object.entries(unzipSync(bytes)).map(async ([name, content]) => [name, await fileOf(name, content)]))
    return { files: Object.fromEntries(files) as NonNullable<FullAnswer['files']> }
  }
  if (type.startsWith('application/vnd')) return { cells: await sheetOf(bytes) }
  const text = decode(bytes)
  if (type.startsWith('text/csv')) return { text: text.replace(/^\uFEFF/, ''), bom: text.startsWith('\uFEFF') }
  const json = parseExact(text)
  const results = (json as JsonObject | null)?.['result']
  if (!Array.isArray(results)) return { body: json }
  const today = Math.floor(Date.now() / 86_400_000) * 86_400_000
  return { results: results.map((result) => resultOf(result, today)) }
}

const write = (value: unknown): string =>
  // Whole numbers beyond a double's reach keep their digits.
  JSON.stringify(value, (_key, item: unknown) =>
    typeof item === 'bigint' ? (JSON as unknown as { rawJSON(text: string): unknown }).rawJSON(String(item)) : item,
  )

const bodyOf = ({ send, body, content_type }: Case, request: Json): { payload: string; headers: Record<string, string> } => {
  if (send === 'raw') return { payload: body ?? '', headers: content_type ? { 'content-type': content_type } : {} }
  if (send === 'form') {
    const form = new URLSearchParams({ form_data: write(request) })
    return { payload: form.toString(), headers: { 'content-type': 'application/x-www-form-urlencoded' } }
  }
  return { payload: write(request), headers: { 'content-type': 'application/json' } }
}

/** Posts a case's request and reads the answer into the form of the records. */
export const ask = async (caller: Caller, each: Case, request: Json): Promise<FullAnswer> => {
  const { payload, headers } = bodyOf(each, request)
  const answer = await caller.inject({ method: 'POST', url: '/api/v1/chart/data', payload, headers })
  const type = String(answer.headers['content-type'] ?? '')
  const disposition = answer.headers['content-disposition']
  return {
    status: answer.statusCode,
    content_type: type,
    ...(disposition && { content_disposition: stamped(String(disposition)) }),
    ...(await read(type, answer.rawPayload)),
  }
}
