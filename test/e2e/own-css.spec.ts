import type { Page } from '@playwright/test'
import { post } from './postgres.ts'
import { expect, test, settled } from './server.ts'

const hostileCss = `
@import url("/api/v1/log/");
@font-face { font-family: Evil; src: url("/logout/"); }
.own-text, [data-page] header, body { outline: 3px solid rgb(1, 2, 3) }
.own-text::before { content: "before"; }
@media (min-width: 1px) { .own-text { color: rgb(4, 5, 6) } .own-text { background: url(/logout/) } }
.own-text { position: fixed; --u: url(/logout/); border-image: var(--u); list-style: u\\72l(/logout/) }
} body { display: none } .own-text {
`

const makeStyled = async (page: Page, css: string): Promise<number> => {
  const layout = {
    ROOT_ID: { id: 'ROOT_ID', type: 'ROOT', children: ['GRID_ID'] },
    GRID_ID: { id: 'GRID_ID', type: 'GRID', children: ['ROW-1'], parents: ['ROOT_ID'] },
    'ROW-1': { id: 'ROW-1', type: 'ROW', children: ['MARKDOWN-1'], meta: {}, parents: ['ROOT_ID', 'GRID_ID'] },
    'MARKDOWN-1': {
      id: 'MARKDOWN-1',
      type: 'MARKDOWN',
      children: [],
      parents: ['ROOT_ID', 'GRID_ID', 'ROW-1'],
      meta: { width: 4, height: 40, code: '<p class="own-text">words</p> ![x](/logout/)' },
    },
  }
  const { id } = await post(page, '/api/v1/dashboard/', { dashboard_title: 'Styled', css, position_json: JSON.stringify(layout) })
  return id
}

test('the CSS of a dashboard applies to its content only and loads nothing', async ({ page }) => {
  const id = await makeStyled(page, hostileCss)
  const asked: string[] = []
  page.on('request', (request) => asked.push(`${request.resourceType()} ${new URL(request.url()).pathname}`))
  await page.goto(`/superset/dashboard/${id}/`)
  const text = page.getByText('words')
  await expect(text).toHaveCSS('color', 'rgb(4, 5, 6)')
  await expect(text).toHaveCSS('outline-color', 'rgb(1, 2, 3)')
  await expect(text).toHaveCSS('position', 'static')
  await expect(text).toHaveCSS('background-image', 'none')
  expect(await text.evaluate((element) => getComputedStyle(element, '::before').content)).toBe('"before"')
  await expect(page.locator('body')).not.toHaveCSS('outline-color', 'rgb(1, 2, 3)')
  await expect(page.locator('[data-page] header').first()).not.toHaveCSS('outline-color', 'rgb(1, 2, 3)')
  await settled(page)
  expect(asked.filter((each) => /(font|stylesheet) .*(logout|log)\/?$/.test(each))).toEqual([])
  // The picture is asked for, and signs nobody out.
  expect((await page.request.get('/api/v1/me/')).status()).toBe(200)
})

test('the CSS of a dashboard covers neither its head nor a sheet; nested declarations apply', async ({ page }) => {
  const covering = '* { position: absolute; inset: -999px; z-index: 99999 !important; overflow: visible !important; background: red }'
  const nested = '.own-text { b { color: red } outline-color: rgb(1, 2, 3); @media (min-width: 1px) { color: rgb(4, 5, 6) } }'
  await page.goto(`/superset/dashboard/${await makeStyled(page, `${covering} ${nested}`)}/`)
  const text = page.getByText('words')
  await expect(text).toHaveCSS('color', 'rgb(4, 5, 6)')
  await expect(text).toHaveCSS('outline-color', 'rgb(1, 2, 3)')
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Edit properties' }).click()
  await page.getByRole('dialog', { name: 'Dashboard properties' }).getByRole('textbox', { name: 'CSS' }).click()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.press('Delete')
  await expect(text).not.toHaveCSS('color', 'rgb(4, 5, 6)')
})

test('a theme that is chosen in the properties colours the content of the dashboard only', async ({ page }) => {
  await post(page, '/api/v1/theme/', { theme_name: 'Plum', json_data: '{"token":{"colorPrimary":"#aa3366"}}' })
  const { id } = await post(page, '/api/v1/dashboard/', { dashboard_title: 'Themed', slug: 'themed', published: true })
  await page.goto('/superset/dashboard/themed/')
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Edit properties' }).click()
  await page.getByRole('combobox', { name: 'Theme' }).click()
  await page.getByRole('option', { name: 'Plum' }).click()
  await page.getByRole('dialog', { name: 'Dashboard properties' }).getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('This dashboard was saved successfully.')).toBeVisible()
  const accentOf = (selector: string) =>
    page.locator(selector).evaluate((element) => getComputedStyle(element).getPropertyValue('--accent').trim())
  await expect.poll(() => accentOf('[data-page]')).toBe('#aa3366')
  await page.goto(`/superset/dashboard/${id}/`)
  await expect.poll(() => accentOf('[data-page]')).toBe('#aa3366')
  expect(await accentOf('body')).not.toBe('#aa3366')
})
