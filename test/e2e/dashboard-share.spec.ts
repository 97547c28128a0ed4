import { choose, bar, figure, makeDashboard, on, fieldOf } from './filtered-dashboard.ts'
import { expect, test } from './server.ts'

/** How many films are westerns. */
const westerns = /^36(?!\d)/

test('a dashboard is shared by e-mail: the link in the mail opens it with the filters that were in force', async ({ page, context }) => {
  const id = await makeDashboard(page, 'mailed', (dataset) => [
    { id: 'NATIVE_FILTER-genre', name: 'Genre', filterType: 'filter_select', ...on(dataset, 'Major Genre') },
  ])
  await page.goto(`/superset/dashboard/${id}/`)
  await expect(figure(page)).toBeVisible()
  await choose(page, 'Genre', 'Western')
  await bar(page).getByRole('button', { name: 'Apply filters' }).click()
  await expect(figure(page)).toHaveText(westerns)

  const asked: string[] = []
  const session = await context.newCDPSession(page)
  session.on('Page.frameRequestedNavigation', ({ url }) => asked.push(url))
  await session.send('Page.enable')
  await page.getByRole('button', { name: 'Share', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Share permalink by email' }).click()
  await expect.poll(() => asked.find((url) => url.startsWith('mailto:'))).toBeTruthy()
  const mail = new URL(asked.find((url) => url.startsWith('mailto:')) ?? '')
  expect(mail.searchParams.get('subject')).toBe('mailed')

  const link = new URL(mail.searchParams.get('body') ?? '')
  expect(link.pathname).toMatch(/^\/superset\/dashboard\/p\/[\w-]{11,}\/$/)
  const reader = await context.newPage()
  await reader.goto(link.href)
  await expect(figure(reader)).toHaveText(westerns)
  await expect(fieldOf(reader, 'Genre')).toContainText('Western')
})
