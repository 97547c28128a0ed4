import { expect, test } from './server.ts'

test('an opened dashboard shows stale results until fresh ones arrive', async ({ page }) => {
  const query = { q: "(filters:!((col:slice_name,opr:eq,value:'Films')))" }
  const { result } = (await (await page.request.get('/api/v1/chart/', { params: query })).json()) as { result: { id: number }[] }
  const id = result[0]?.id
  const { result: token } = (await (await page.request.get('/api/v1/security/csrf_token/')).json()) as { result: string }
  const keepFor = (cache_timeout: number | null) =>
    page.request.put(`/api/v1/chart/${id}`, { data: { cache_timeout }, headers: { 'X-CSRFToken': token } })
  expect((await keepFor(1)).ok()).toBe(true)
  const card = page.getByRole('article', { name: 'Films', exact: true })
  const isOfCard = (url: string) => url.includes('/api/v1/chart/data') && decodeURIComponent(url).includes(`"slice_id":${id}}`)
  const answerOf = () => page.waitForResponse((response) => isOfCard(response.url()))
  await page.goto('/superset/dashboard/films/')
  await expect(card.locator('[data-status]')).toHaveAttribute('data-status', 'done')
  // What others asked before may be kept for longer.
  const renewed = answerOf()
  await page.getByRole('button', { name: 'Refresh dashboard' }).click()
  await renewed
  await page.waitForTimeout(1100)

  // The second request is held: the card is done before it.
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  const asked: (string | undefined)[] = []
  await page.route(
    (url) => isOfCard(url.href),
    async (route) => {
      asked.push(route.request().headers()['cache-control'])
      if (asked.length === 2) await held
      await route.continue()
    },
  )
  const stale = answerOf()
  await page.reload()
  expect((await stale).headers()['server-timing']).toContain('cache;desc=stale')
  await expect.poll(() => asked.length).toBe(2)
  await expect(card.locator('[data-status]')).toHaveAttribute('data-status', 'done')
  await expect(card).toHaveAttribute('aria-busy', 'false')
  await expect(card).toContainText('3,177')
  const fresh = answerOf()
  release()
  expect((await fresh).headers()['server-timing']).not.toContain('stale')
  await expect(card).toContainText('3,177')

  const refreshed = answerOf()
  await page.getByRole('button', { name: 'Refresh dashboard' }).click()
  await refreshed
  expect(asked.map((header) => header?.startsWith('max-stale=') ?? false)).toEqual([true, false, false])
  await keepFor(null)
})
