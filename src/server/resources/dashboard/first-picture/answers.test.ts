import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { publicPrincipal } from '../../../access/principals.ts'
import { testContext } from '../../../testing/test-context.ts'
import { answersMarkup } from './answers.ts'

let ctx: Awaited<ReturnType<typeof testContext>>
beforeAll(async () => void (ctx = await testContext()))
afterAll(() => ctx.close())
beforeEach(() => ctx.cache.clear())

/** Caches responses by key, and returns those that a page carries whose charts ask for them, by query. */
const carried = async (responses: Record<string, string>, asked: [queryKey: string, answerKey: string][], storedAt = Date.now()) => {
  for (const [key, text] of Object.entries(responses))
    await ctx.cache.set(
      key,
      { contentType: 'application/json', bytes: new TextEncoder().encode(text) },
      { seconds: 60, tags: [], storedAt },
    )
  const cards = asked.map(([queryKey, answerKey]) => ({ component: { meta: {} }, place: { queryKey, answerKey } }))
  return answersMarkup(ctx, { view: { charts: new Map() }, principal: await publicPrincipal(ctx), cards })
}

const element = (query: string, text: string) =>
  `<script type="application/json" class="first-answer" data-query="${query}">${text}</script>`

test('each response is an element under its query; one that is not cached is left out', async () => {
  const asked: [string, string][] = [
    ['b', 'two'],
    ['none', 'three'],
    ['a', 'one'],
  ]
  expect(await carried({ one: '{"result":[1]}', two: '{"result":[2]}' }, asked)).toBe(
    element('b', '{"result":[2]}') + element('a', '{"result":[1]}'),
  )
})

test('no text of a query or a response ends its element', async () => {
  const hostile = '</script><script>alert(1)</script><!--'
  const page = await carried({ one: JSON.stringify({ result: [hostile] }) }, [[`["${hostile}"]`, 'one']])
  const [, content = ''] = /^<script[^>]*>([^<]*)<\/script>$/.exec(page) ?? []
  expect(JSON.parse(content)).toEqual({ result: [hostile] })
})

test('two charts that ask for the same have one response', async () => {
  const asked: [string, string][] = [
    ['a', 'one'],
    ['a', 'one'],
  ]
  expect(await carried({ one: '{}' }, asked)).toBe(element('a', '{}'))
})

test('a page has 300,000 bytes of responses at most: what does not fit is left out, and smaller ones after it are not', async () => {
  const [long, longer] = ['1'.repeat(200_000), '2'.repeat(200_000)]
  const asked: [string, string][] = [
    ['a', 'long'],
    ['b', 'longer'],
    ['c', 'short'],
  ]
  expect(await carried({ long, longer, short: '3' }, asked)).toBe(element('a', long) + element('c', '3'))
})

test('a response that has expired is left out, though cards may show it', async () => {
  const asked: [string, string][] = [['a', 'one']]
  expect(await carried({ one: '{}' }, asked, Date.now() - 59_000)).toBe(element('a', '{}'))
  expect(await carried({ one: '{}' }, asked, Date.now() - 61_000)).toBe('')
})

test('a cache that fails leaves the page without responses', async () => {
  vi.spyOn(ctx.cache, 'get').mockRejectedValue(new Error('The cache is away'))
  expect(await carried({}, [['a', 'one']])).toBe('')
  vi.restoreAllMocks()
})
