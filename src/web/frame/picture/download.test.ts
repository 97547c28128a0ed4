// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest'
import { useToasts } from '../../ui/feedback/toast.ts'
import { downloadData } from './download.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  useToasts.setState({ toasts: [] })
})

const dataset = { columns: [{ column_name: 'genre', is_dttm: false }] }
const question = { datasource: { id: 5, type: 'table' as const }, queries: [] }

test.each([
  [
    'Error: Binder Error: Referenced column "genere" not found in FROM clause!\n\nLINE 1: SELECT genere FROM films',
    'Column “genere” does not exist. Use “genre”.',
  ],
  ['Error: out of memory\nat operator HASH_GROUP_BY', 'The query failed. out of memory'],
])('a file that cannot be made says the short cause that the chart shows: %j', async (message, reason) => {
  vi.stubGlobal('fetch', () =>
    Promise.resolve(Response.json({ errors: [{ message, error_type: 'GENERIC_DB_ENGINE_ERROR' }] }, { status: 400 })),
  )
  useToasts.setState({ toasts: [] })
  await downloadData(question, 'csv', { name: 'Films', dataset })
  expect(useToasts.getState().toasts.map(({ text }) => text)).toEqual([`Could not download the data: ${reason}`])
})
