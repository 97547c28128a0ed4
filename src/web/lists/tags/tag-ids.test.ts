// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest'
import { rememberCsrf } from '../../data/call.ts'
import { tagIds } from './tag-ids.ts'

rememberCsrf('token')
afterEach(() => vi.unstubAllGlobals())

/** A server with tags, which takes new ones; returns what was created. */
const serve = (known: string[]) => {
  const created: unknown[] = []
  vi.stubGlobal('fetch', async (_url: string, { method, body }: { method: string; body?: string }) => {
    if (method !== 'POST') return Response.json({ result: known.map((name, id) => ({ id, name })), count: known.length })
    const { name } = JSON.parse(body ?? '{}') as { name: string }
    created.push(name)
    known.push(name)
    return Response.json({}, { status: 201 })
  })
  return created
}

test.each<[string[], string[], number[]]>([
  [[], [], []],
  [['old', 'films'], [], [0, 1]],
  [['old', 'films', 'new'], ['new'], [0, 1, 2]],
])('the tags %j create %j', async (names, expected, ids) => {
  const created = serve(['old', 'films'])
  expect(await tagIds(names)).toEqual(ids)
  expect(created).toEqual(expected)
})
