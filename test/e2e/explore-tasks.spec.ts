import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { expect, settled, test } from './server.ts'

/** The clicks of each task, as docs/clicks.md states them. */
const statedClicks = new Map(
  [...readFileSync(join(import.meta.dirname, '../../docs/clicks.md'), 'utf8').matchAll(/^\| (\w[^|]*?) *\| (\d+) \|/gm)].map(
    ([, task = '', clicks]) => [task, Number(clicks)],
  ),
)

type Task = {
  name: string
  mouse: (page: Page) => Promise<void>
  /** The same with nothing but keys. */
  keys: (page: Page) => Promise<void>
  isDone: (page: Page) => Promise<void>
}

const group = (page: Page, name: string) => page.getByRole('group', { name })
const field = (page: Page, name: string) =>
  page.getByRole('region', { name: 'Dataset' }).getByRole('button', { name: new RegExp(`^${name}`) })
const editor = (page: Page) => page.getByRole('dialog')
const save = (page: Page) => page.getByRole('banner').or(page.getByRole('main')).getByRole('button', { name: /^Save/ }).first()

const stocks = (page: Page) => page.getByRole('list', { name: 'Datasets' }).getByRole('link', { name: 'stocks', exact: true })

const maxTabs = 120

/** Moves the focus by Tab alone. */
const tabTo = async (page: Page, target: Locator) => {
  await expect(target).toBeVisible()
  for (let tabs = 0; tabs < maxTabs; tabs++) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`${String(target)} is not reached by Tab`)
}

const pressOn = async (page: Page, target: Locator, key = 'Enter') => {
  await tabTo(page, target)
  await page.keyboard.press(key)
}

const metric = (page: Page) => group(page, 'Metrics').getByRole('button', { name: /price/ }).first()
const timeRange = (page: Page) => group(page, 'Filters').getByRole('button', { name: /^date/ })

const tasks: Task[] = [
  {
    name: 'A chart from a dataset',
    mouse: async (page) => {
      await page.getByRole('link', { name: 'Chart', exact: true }).click()
      await stocks(page).click()
    },
    keys: async (page) => {
      await pressOn(page, page.getByRole('link', { name: 'Chart', exact: true }))
      await expect(page.getByRole('searchbox', { name: 'Search datasets' })).toBeFocused()
      await page.keyboard.type('stocks')
      await pressOn(page, stocks(page))
    },
    isDone: async (page) => {
      await expect(page.locator('[data-picture] [data-status=done]')).toBeVisible()
      await settled(page)
    },
  },
  {
    name: 'Another chart type',
    mouse: (page) => page.getByRole('radio', { name: /^Bar/ }).click(),
    keys: async (page) => {
      await tabTo(page, page.getByRole('radio', { name: /^Line/ }))
      await page.keyboard.press('ArrowRight')
      await page.keyboard.press('Enter')
    },
    isDone: (page) => expect(page.getByRole('radio', { name: /^Bar/ })).toBeChecked(),
  },
  {
    name: 'One more metric',
    mouse: async (page) => {
      await field(page, 'price').hover()
      await page.getByRole('button', { name: 'Add price to the chart' }).click()
    },
    keys: (page) => pressOn(page, field(page, 'price')),
    isDone: (page) => expect(metric(page)).toBeVisible(),
  },
  {
    name: 'Another aggregate of a metric',
    mouse: async (page) => {
      await metric(page).click()
      await editor(page)
        .getByRole('radio', { name: /^Highest/ })
        .click()
      await editor(page).getByRole('button', { name: 'Save' }).click()
    },
    keys: async (page) => {
      await pressOn(page, metric(page))
      // The aggregates are one stop: the chosen one.
      await tabTo(page, editor(page).getByRole('radio', { name: /^Sum/ }))
      await page.keyboard.press('ArrowUp')
      await page.keyboard.press('ArrowUp')
      await expect(editor(page).getByRole('radio', { name: /^Highest/ })).toBeChecked()
      await pressOn(page, editor(page).getByRole('button', { name: 'Save' }))
    },
    isDone: async (page) => {
      await expect(editor(page)).toBeHidden()
      await expect(group(page, 'Metrics').getByRole('button', { name: /^MAX\(price\)/ })).toBeVisible()
    },
  },
  {
    name: 'A filter by a value',
    mouse: async (page) => {
      await field(page, 'symbol').hover()
      await page.getByRole('button', { name: 'Add symbol to…' }).click()
      await page.getByRole('menuitem', { name: 'Filters' }).click()
      await editor(page).getByRole('checkbox', { name: 'IBM' }).click()
      await editor(page).getByRole('button', { name: 'Save' }).click()
    },
    keys: async (page) => {
      await pressOn(page, field(page, 'symbol'), 'Shift+Enter')
      await expect(page.getByRole('menu')).toBeVisible()
      await page.keyboard.type('Filters')
      await page.keyboard.press('Enter')
      await pressOn(page, editor(page).getByRole('checkbox', { name: 'IBM' }), 'Space')
      await pressOn(page, editor(page).getByRole('button', { name: 'Save' }))
    },
    isDone: async (page) => {
      await expect(editor(page)).toBeHidden()
      await expect(group(page, 'Filters').getByRole('button', { name: /^symbol.*IBM/ })).toBeVisible()
    },
  },
  {
    name: 'Another time range',
    mouse: async (page) => {
      await timeRange(page).click()
      await editor(page).getByRole('textbox', { name: 'Time range' }).fill('2009')
      await editor(page).getByRole('button', { name: 'APPLY' }).click()
    },
    keys: async (page) => {
      await pressOn(page, timeRange(page))
      await tabTo(page, editor(page).getByRole('textbox', { name: 'Time range' }))
      await page.keyboard.type('2009')
      await pressOn(page, editor(page).getByRole('button', { name: 'APPLY' }))
    },
    isDone: async (page) => {
      await expect(editor(page)).toBeHidden()
      await expect(timeRange(page)).toContainText('2009')
    },
  },
  {
    name: 'Saving a new chart',
    mouse: async (page) => {
      await save(page).click()
      await editor(page).getByRole('button', { name: /^Save/ }).last().click()
    },
    keys: async (page) => {
      await page.keyboard.press('Control+s')
      await expect(editor(page).getByRole('textbox', { name: 'Chart name' })).toBeFocused()
      await page.keyboard.press('Enter')
    },
    isDone: (page) => page.waitForURL(/slice_id=\d+/),
  },
  {
    name: 'Saving a change',
    mouse: async (page) => {
      await page.getByRole('radio', { name: /^Area/ }).click()
      await save(page).click()
    },
    keys: async (page) => {
      await tabTo(page, page.getByRole('radio', { name: /^Bar/ }))
      await page.keyboard.press('ArrowRight')
      await page.keyboard.press('Enter')
      await page.keyboard.press('Control+s')
    },
    isDone: (page) => expect(page.getByRole('status').filter({ hasText: /^Saved$/ })).toBeVisible(),
  },
  {
    name: 'The rows as a file',
    mouse: async (page) => {
      const file = page.waitForEvent('download')
      await page.getByRole('button', { name: 'Download CSV' }).click()
      expect((await file).suggestedFilename()).toMatch(/\.csv$/)
    },
    keys: async (page) => {
      const file = page.waitForEvent('download')
      await pressOn(page, page.getByRole('button', { name: 'More', exact: true }))
      await expect(page.getByRole('menu')).toBeVisible()
      await page.keyboard.type('Download CSV')
      await page.keyboard.press('Enter')
      expect((await file).suggestedFilename()).toMatch(/\.csv$/)
    },
    isDone: (page) => expect(page.getByRole('menu')).toBeHidden(),
  },
  {
    name: 'A link to share',
    mouse: (page) => page.getByRole('button', { name: /^Copy permalink/ }).click(),
    keys: async (page) => {
      await pressOn(page, page.getByRole('button', { name: 'Share' }))
      await expect(page.getByRole('menu')).toBeVisible()
      await page.keyboard.press('Enter')
    },
    isDone: (page) => expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toMatch(/\/superset\/explore\/p\/[\w-]+/),
  },
]

const readClicks = (page: Page) => page.evaluate(() => Number(sessionStorage.getItem('clicks')))

for (const means of ['mouse', 'keys'] as const)
  test(`the ten commonest tasks of a chart's author, with ${means === 'keys' ? 'the keyboard alone' : 'the mouse'}`, async ({
    page,
    context,
  }) => {
    test.setTimeout(240_000)
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    // A click by the keyboard has no detail; one that misses a moving target is kept from the document and repeated.
    await page.addInitScript(() => {
      document.addEventListener(
        'click',
        ({ detail }) => detail > 0 && sessionStorage.setItem('clicks', String(Number(sessionStorage.getItem('clicks')) + 1)),
        true,
      )
    })
    await page.goto('/chart/list/')
    await expect(page.getByRole('row').nth(1)).toBeVisible()
    const clicks = new Map<string, number>()
    for (const task of tasks)
      await test.step(task.name, async () => {
        const before = await readClicks(page)
        await task[means](page)
        await task.isDone(page)
        clicks.set(task.name, (await readClicks(page)) - before)
      })
    const none = new Map(tasks.map(({ name }) => [name, 0]))
    expect(Object.fromEntries(clicks)).toEqual(Object.fromEntries(means === 'mouse' ? statedClicks : none))
  })
