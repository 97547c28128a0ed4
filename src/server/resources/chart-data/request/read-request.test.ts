import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { readRequest } from './read-request.ts'

const folder = new URL('../../../../../test/conformance/chart-data/', import.meta.url)

type Case = {
  name: string
  request?: object
  body?: string
  content_type?: string
  dataset: string | null
  answers: Record<string, { body?: { message?: unknown } }>
}

const cases = readdirSync(folder)
  .filter((file) => file.endsWith('.json'))
  .flatMap((file) => (JSON.parse(readFileSync(new URL(file, folder), 'utf8')) as { cases: Case[] }).cases)

const recorded = ({ answers }: Case) => (answers['all'] ?? answers['6.1/postgres'])?.body?.message

/** Times are read later, when the query is compiled. */
const refused = cases.filter((c) => /^Request is (?!incorrect: \{'time_range': \['(Cannot|Time))/.test(String(recorded(c))))

/** Without a dataset the request names its own data source, or none. */
const raw = (c: Case) => c.body ?? JSON.stringify(c.dataset === null ? c.request : { ...c.request, datasource: { type: 'table', id: 1 } })

describe('requests that are refused before anything else', () => {
  it.each(refused.map((c) => [c.name, c] as const))('%s', (_name, c) => {
    const said = (() => {
      try {
        readRequest('body' in c ? c.content_type : 'application/json', raw(c))
        return 'accepted'
      } catch (error) {
        return (error as { body?: unknown; message: string }).body ?? (error as Error).message
      }
    })()
    expect(said).toBe(recorded(c))
  })

  it('keeps all digits of whole numbers', () => {
    const query = readRequest(
      'application/json',
      '{"datasource":{"type":"table","id":1},"queries":[{"filters":[{"col":"a","op":"in","val":[9007199254740993, 1.5]}]}]}',
    )
    expect(query.queries[0]?.filters).toEqual([{ col: 'a', op: 'IN', val: [9007199254740993n, 1.5] }])
  })
})
