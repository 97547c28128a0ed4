import type { Page } from '@playwright/test'
import { axeFaultsInBothThemes } from './axe.ts'
import { boxed } from './filter-box.ts'
import { allTypes, bar, choose, figure, makeDashboard } from './filtered-dashboard.ts'
import { expect, settled, test } from './server.ts'

/** Whatever opens on a dashboard: accessible in both themes, and within a narrow window. */

const long = 'A filter with a name that explains everything about its values, and a little more'

const make = (page: Page, slug: string) =>
  makeDashboard(page, slug, (dataset) => allTypes(dataset).map((filter, i) => (i === 0 ? { ...filter, name: long } : filter)))

const menuEntry = async (page: Page, name: string) => {
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name }).click()
}

const cardEntry = async (page: Page, card: string, name: string | RegExp) => {
  const article = page.getByRole('article', { name: card, exact: true })
  await article.hover()
  await article.getByRole('button', { name: /^Actions of/ }).click()
  await page.getByRole('menuitem', { name }).click()
}

const bars = 'Six studios share the market'

const writeTitle = async (page: Page, title: string) => {
  const { id } = (
    (await (await page.request.get(new URL(page.url()).pathname.replace('superset', 'api/v1'))).json()) as { result: { id: number } }
  ).result
  const token = (await (await page.request.get('/api/v1/security/csrf_token/')).json()) as { result: string }
  const answer = await page.request.put(`/api/v1/dashboard/${id}`, {
    data: { dashboard_title: title },
    headers: { 'X-CSRFToken': token.result },
  })
  expect(answer.status(), await answer.text()).toBe(200)
}

test('beside a long title, what the head says of the dashboard is whole or absent', async ({ page }) => {
  await page.goto('/superset/dashboard/flights/')
  await writeTitle(
    page,
    'A dashboard with a title that is longer than what any window has room for beside the buttons of its head '.repeat(2),
  )
  await page.reload()
  await settled(page)
  const state = page.getByRole('button', { name: 'Published', exact: true }).locator('..')
  const cut = () =>
    state.evaluate((box) => {
      const line = box.getBoundingClientRect()
      const boxes = [...box.children].map((fact) => fact.getBoundingClientRect())
      return boxes.map(({ top, bottom, right }) =>
        top > line.bottom ? 'absent' : right <= line.right && bottom > line.top ? 'whole' : 'cut',
      )
    })
  expect(await cut()).toEqual(['whole', 'absent', 'absent'])
  await writeTitle(page, 'Flights')
  await page.reload()
  await settled(page)
  expect(await cut()).toEqual(['whole', 'whole', 'whole'])
})

const builder = (page: Page) => page.getByRole('complementary', { name: 'Builder' })

/** In a narrow window the bar and the builder are closed at first. */
const show = async (page: Page, name: RegExp) => {
  const button = page.getByRole('button', { name })
  if (await button.isVisible()) await button.click()
}

type Surface = { edit?: true; open: (page: Page) => Promise<void>; shown: (page: Page) => ReturnType<Page['locator']> }

const surfaces: Record<string, Surface> = {
  'the configuration of filters': {
    open: (page) => menuEntry(page, 'Add and edit filters'),
    shown: (page) => page.getByRole('dialog', { name: 'Add and edit filters' }),
  },
  'the scoping of cross-filters': {
    open: (page) => menuEntry(page, 'Cross-filtering scoping'),
    shown: (page) => page.getByRole('dialog', { name: 'Cross-filtering scoping' }),
  },
  'the properties': {
    open: (page) => menuEntry(page, 'Edit properties'),
    shown: (page) => page.getByRole('dialog', { name: 'Dashboard properties' }),
  },
  'drill to detail': {
    open: (page) => cardEntry(page, bars, 'Drill to detail'),
    shown: (page) => page.getByRole('dialog', { name: /^Drill to detail/ }),
  },
  'drill by': { open: (page) => cardEntry(page, bars, /^Drill by/), shown: (page) => page.getByRole('dialog', { name: /^Drill by/ }) },
  'the query of a chart': { open: (page) => cardEntry(page, bars, 'View query'), shown: (page) => page.getByRole('dialog') },
  'the condition of a card': {
    edit: true,
    open: (page) => cardEntry(page, bars, 'Show only when…'),
    shown: (page) => page.getByRole('dialog', { name: /is shown$/ }),
  },
  'the selection': {
    edit: true,
    open: (page) => cardEntry(page, bars, /^Select with others/),
    shown: (page) => page.getByRole('toolbar', { name: 'Selection' }),
  },
  'the colours of labels': {
    open: async (page) => {
      await page.goto('/superset/dashboard/world/')
      await cardEntry(page, 'Families halved nearly everywhere', 'Label colors')
    },
    shown: (page) => page.getByRole('dialog', { name: 'Label colors' }),
  },
  'the question before overwriting': {
    edit: true,
    open: async (page) => {
      const title = page.getByRole('textbox', { name: 'Dashboard title' })
      const before = await title.inputValue()
      await writeTitle(page, `${before} by somebody else`)
      await title.fill(`${before} by me`)
      await title.press('Enter')
      await page.getByRole('button', { name: /^Save/ }).click()
    },
    shown: (page) => page.getByRole('alertdialog', { name: 'Please confirm the overwrite values.' }),
  },
}

const besides: Record<string, Surface> = {
  'the builder with charts': { edit: true, open: (page) => show(page, /^Show the builder/), shown: builder },
  'the builder with elements': {
    edit: true,
    open: async (page) => {
      await show(page, /^Show the builder/)
      await builder(page).getByRole('tab', { name: 'Layout elements' }).click()
    },
    shown: (page) => builder(page).getByRole('list', { name: 'Layout elements' }),
  },
  'a new filter set': {
    open: async (page) => {
      await bar(page)
        .getByRole('tab', { name: /^Filter sets/ })
        .click()
      await bar(page).getByRole('button', { name: 'Create new filter set' }).click()
    },
    shown: (page) => bar(page).getByRole('form', { name: 'Create new filter set' }),
  },
  // The last one: the bar stays where it was put.
  'the bar above the charts, with a value in force': {
    open: async (page) => {
      await bar(page).getByRole('button', { name: 'Settings of the filter bar' }).click()
      const stored = page.waitForResponse((response) => response.request().method() === 'PUT')
      await page.getByRole('menuitemradio', { name: 'Horizontal (Top)' }).click()
      await stored
      await choose(page, long, 'Drama')
      await bar(page).getByRole('button', { name: 'Apply', exact: true }).click()
    },
    shown: (page) => bar(page).getByRole('button', { name: 'More filters' }),
  },
}

const fitsWindow = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)

const openAt = async (page: Page, path: string, surface: Surface) => {
  await page.goto(`${path}${surface.edit ? '?edit=true' : ''}`)
  await expect(figure(page)).toBeVisible()
  await settled(page)
  await surface.open(page)
  await expect(surface.shown(page)).toBeVisible()
  await settled(page)
}

test('what opens on a dashboard is accessible in both themes', async ({ page }) => {
  const id = await make(page, 'look')
  for (const [name, surface] of Object.entries(surfaces)) {
    await openAt(page, `/superset/dashboard/${id}/`, surface)
    expect(await axeFaultsInBothThemes(page, ['serious', 'critical']), name).toEqual([])
  }
  await boxed(page, 'look-box')
  await page.goto('/superset/dashboard/look-box/')
  await expect(page.getByRole('dialog', { name: 'Ready to review filters in this dashboard?' })).toBeVisible()
  await settled(page)
  expect(await axeFaultsInBothThemes(page, ['serious', 'critical'])).toEqual([])
})

test('what stands beside the charts is accessible in both themes', async ({ page }) => {
  const id = await make(page, 'beside')
  for (const [name, surface] of Object.entries(besides)) {
    await openAt(page, `/superset/dashboard/${id}/`, surface)
    expect(await axeFaultsInBothThemes(page, ['serious', 'critical']), name).toEqual([])
  }
})

for (const width of [390, 768])
  test(`what opens on a dashboard fits a window of ${width} px, whatever the names`, async ({ page }) => {
    const id = await make(page, `look-${width}`)
    await page.setViewportSize({ width, height: 900 })
    for (const [name, surface] of Object.entries(surfaces)) {
      await openAt(page, `/superset/dashboard/${id}/`, surface)
      expect(await fitsWindow(page), name).toBe(true)
      const box = await surface.shown(page).boundingBox()
      expect((box?.x ?? -1) >= 0 && (box?.x ?? 0) + (box?.width ?? width + 1) <= width, name).toBe(true)
    }
    await openAt(page, `/superset/dashboard/${id}/`, surfaces['the configuration of filters'] as Surface)
    const row = page.getByRole('dialog').getByRole('row', { name: long })
    const remove = row.getByRole('button', { name: `Remove ${long}` })
    await expect(remove).toBeInViewport({ ratio: 1 })
  })

test('a phone keeps what is in force in line with the button of the filters', async ({ page }) => {
  const id = await make(page, 'look-chips')
  await page.setViewportSize({ width: 390, height: 844 })
  const mask = `(NATIVE_FILTER-genre:(extraFormData:(filters:!((col:'Major Genre',op:IN,val:!(Drama)))),filterState:(label:Drama,value:!(Drama)),id:NATIVE_FILTER-genre))`
  await page.goto(`/superset/dashboard/${id}/?native_filters=${encodeURIComponent(mask)}`)
  const chips = page.getByRole('group', { name: 'Filters in force' })
  await expect(chips).toContainText('Drama')
  const middleOf = async (part: ReturnType<Page['locator']>) => {
    const box = await part.boundingBox()
    return box ? box.y + box.height / 2 : NaN
  }
  const button = page.getByRole('button', { name: /^Filters/ })
  expect(Math.abs((await middleOf(button)) - (await middleOf(chips)))).toBeLessThanOrEqual(1)
  await button.click()
  await expect(page.getByRole('dialog', { name: 'Filters' })).toBeVisible()
  await expect(page.getByRole('listbox')).toHaveCount(0)
  await expect(bar(page)).toHaveCount(0)
})

test('beside the builder the head of a dashboard keeps its title and its actions', async ({ page }) => {
  await make(page, 'beside-the-builder')
  await page.setViewportSize({ width: 1024, height: 768 })
  await page.goto('/superset/dashboard/beside-the-builder/?edit=true')
  await expect(builder(page).getByRole('tab', { name: 'Charts' })).toBeVisible()
  const right = (name: string) => page.getByRole('button', { name, exact: true }).evaluate((one) => one.getBoundingClientRect().right)
  const pane = await builder(page).boundingBox()
  for (const name of ['View', 'More']) expect(await right(name)).toBeLessThanOrEqual(pane?.x ?? 0)
  expect(await page.getByRole('heading', { level: 1 }).evaluate((one) => one.clientWidth)).toBeGreaterThan(120)
})

test('an open description is as wide as its card, beside signs and menu above it', async ({ page }) => {
  await make(page, 'open-description')
  await page.goto('/superset/dashboard/open-description/')
  await expect(figure(page)).toBeVisible()
  await cardEntry(page, 'Films', 'Show chart description')
  const card = page.getByRole('article', { name: 'Films', exact: true })
  const description = await card.getByRole('note', { name: 'Description' }).boundingBox()
  const width = (await card.boundingBox())?.width ?? 0
  expect(description?.width).toBeGreaterThan(width - 40)
})

test('a link whose filter values are gone says so', async ({ page }) => {
  await make(page, 'lost-values')
  await page.goto('/superset/dashboard/lost-values/?permalink_key=unknown')
  await expect(page.getByText('The filter values of this link could not be read. The dashboard is shown with its own.')).toBeVisible()
})

for (const [width, shown] of [
  [1000, ['Published', expect.stringMatching(/^Data from/)]],
  [850, ['Published']],
] as const)
  test(`facts beside the title are whole or not there, ${width} px wide`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 })
    await page.goto('/superset/dashboard/economy/')
    await settled(page)
    const title = page.getByRole('heading', { level: 1 })
    expect(await title.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
    await expect(page.getByText('Data from')).toHaveCount(1)
    const { bottom } = await title.evaluate((heading) => heading.getBoundingClientRect())
    const facts = page.getByRole('button', { name: 'Published' }).locator('xpath=../*')
    const seen = await facts.evaluateAll((all, below) => {
      const inLine = all.filter((fact) => fact.clientWidth > 0 && fact.getBoundingClientRect().top < below)
      return inLine.map(({ textContent, scrollWidth, clientWidth }) => ({ text: textContent, hiddenPx: scrollWidth - clientWidth }))
    }, bottom)
    expect(seen).toEqual(shown.map((text) => ({ text, hiddenPx: 0 })))
  })
