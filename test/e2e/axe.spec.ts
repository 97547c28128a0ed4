import { axeFaults } from './axe.ts'
import { expect, settled, test } from './server.ts'

const pages = [
  '/superset/welcome/',
  '/chart/list/',
  '/dashboard/list/',
  '/tablemodelview/list/',
  '/databaseview/list/',
  '/sqllab/',
  '/chart/add',
  '/dataset/add',
  '/explore/?slice_id=1',
  '/superset/dashboard/films/',
  '/superset/dashboard/films/?edit=true',
  '/settings',
  '/settings/password',
  '/sessions',
  '/no/such/page/',
]

for (const address of pages)
  test(`axe finds nothing serious at ${address}`, async ({ page }) => {
    await page.goto(address)
    await expect(page.getByRole('main').getByRole('heading').or(page.getByRole('main').getByRole('textbox')).first()).toBeVisible()
    await settled(page)
    await page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' })
    expect(await axeFaults(page, ['serious', 'critical'])).toEqual([])
  })
