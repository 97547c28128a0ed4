// @vitest-environment jsdom
import { expect, test, vi } from 'vitest'
import { databasesByName } from './whole-lists.ts'

test('a whole list is read page after page', async () => {
  const rows = Array.from({ length: 250 }, (_, id) => ({ id, database_name: `shop ${id}`, backend: 'postgresql' }))
  const pages: number[] = []
  vi.stubGlobal('fetch', (url: string) => {
    const page = Number(/page:(\d+)/.exec(decodeURIComponent(url))?.[1])
    pages.push(page)
    return Promise.resolve(Response.json({ count: rows.length, result: rows.slice(page * 100, page * 100 + 100) }))
  })
  const { result } = await databasesByName.queryFn({ signal: AbortSignal.timeout(10_000) })
  vi.unstubAllGlobals()
  expect(pages).toEqual([0, 1, 2])
  expect(result.map(({ id }) => id)).toEqual(rows.map(({ id }) => id))
})
