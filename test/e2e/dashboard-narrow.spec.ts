import { post } from './postgres.ts'
import { expect, test } from './server.ts'

/** What stands close together while a dashboard is edited: each part is whole, and takes the pointer where it is seen. */

const part = (type: string, id: string, children: string[], meta: object = {}) => ({ type, id, children, meta })
const root = (child: string) => ({
  DASHBOARD_VERSION_KEY: 'v2',
  ROOT_ID: part('ROOT', 'ROOT_ID', [child]),
  GRID_ID: part('GRID', 'GRID_ID', child === 'GRID_ID' ? ['ROW-1'] : []),
})

test('the titles of narrow cards have the room of their menus, which appear under the pointer', async ({ page }) => {
  await page.setViewportSize({ width: 768, height: 1024 })
  await page.goto('/superset/dashboard/films/?edit=true')
  await page.getByRole('button', { name: 'Show the builder' }).click()
  const narrow = page.getByRole('article', { name: 'Worldwide gross', exact: true })
  await expect.poll(async () => (await narrow.boundingBox())?.width).toBeLessThan(140)
  const widthOf = (selector: string) => narrow.locator(selector).evaluate((element) => element.getBoundingClientRect().width)
  expect((await widthOf('header input')) / (await widthOf('header'))).toBeGreaterThan(0.9)

  const menu = narrow.getByRole('button', { name: /^Actions of/ })
  await narrow.getByRole('textbox', { name: 'Chart title' }).focus()
  await expect(menu).toBeHidden()
  await page.keyboard.press('Escape')
  await narrow.hover()
  await menu.click()
  await expect(page.getByRole('menuitem', { name: 'Move', exact: true })).toBeVisible()
})

test('the knob of a card for its height and a long condition lie beside each other', async ({ page }) => {
  await page.goto('/superset/welcome/')
  const filter = { id: 'NATIVE_FILTER-1', type: 'NATIVE_FILTER', name: 'A filter with a name that is as long as they come', targets: [{}] }
  const condition = { filterId: filter.id, rule: 'is', values: ['one', 'another', 'a third'] }
  await post(page, '/api/v1/dashboard/', {
    dashboard_title: 'Condition',
    slug: 'long-condition',
    json_metadata: JSON.stringify({ native_filter_configuration: [filter] }),
    position_json: JSON.stringify({
      ...root('GRID_ID'),
      'ROW-1': part('ROW', 'ROW-1', ['MARKDOWN-1']),
      'MARKDOWN-1': part('MARKDOWN', 'MARKDOWN-1', [], { width: 3, height: 20, code: 'Hello', chartroom_show_when: condition }),
    }),
  })
  await page.goto('/superset/dashboard/long-condition/?edit=true')
  const group = page.getByRole('group', { name: 'Text Hello' })
  await group.hover()
  const badge = group.locator('[data-condition]')
  const knob = await group.locator('[data-knob=height]').evaluate((element) => {
    const box = element.getBoundingClientRect()
    const { left, width } = getComputedStyle(element, '::after')
    return { from: box.left + Number.parseFloat(left), width: Number.parseFloat(width) }
  })
  const box = await badge.boundingBox()
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(knob.from)
  await badge.click()
  await expect(page.getByRole('dialog', { name: /is shown$/ })).toBeVisible()
})

for (const place of ['top', 'inside'] as const)
  test(`a renamed tab of a strip that overflows is seen whole: ${place}`, async ({ page }) => {
    await page.goto('/superset/welcome/')
    const ids = Array.from({ length: 14 }, (_, i) => `TAB-${i}`)
    const tabs = {
      'TABS-1': part('TABS', 'TABS-1', ids),
      ...Object.fromEntries(ids.map((id, i) => [id, part('TAB', id, [], { text: `Quarter number ${i}` })])),
    }
    await post(page, '/api/v1/dashboard/', {
      dashboard_title: 'Many tabs',
      slug: `many-tabs-${place}`,
      position_json: JSON.stringify(
        place === 'top' ? { ...root('TABS-1'), ...tabs } : { ...root('GRID_ID'), GRID_ID: part('GRID', 'GRID_ID', ['TABS-1']), ...tabs },
      ),
    })
    await page.goto(`/superset/dashboard/many-tabs-${place}/?edit=true`)
    const plus = await page.getByRole('button', { name: 'Add a tab' }).boundingBox()
    const from = plus?.x ?? 0
    /** How far the open tab reaches below the button. */
    const covered = async () => {
      const box = await page.locator('[data-tab]:has([aria-selected=true], input)').boundingBox()
      return Math.max(0, (box?.x ?? 0) + (box?.width ?? 0) - from)
    }
    for (const written of ['!', ' with a name that is longer than the others']) {
      await page.mouse.click(from - 6, (plus?.y ?? 0) + 12)
      await page.locator('[data-tab]').getByRole('tab', { selected: true }).press('F2')
      const name = page.getByRole('textbox', { name: 'Tab title' })
      await name.press('End')
      await name.pressSequentially(written)
      await expect.poll(covered).toBe(0)
      await name.press('Enter')
      await expect(name).toBeHidden()
      await expect.poll(covered).toBe(0)
    }
  })
