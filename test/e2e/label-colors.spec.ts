import type { Locator, Page } from '@playwright/test'
import { colors } from '../../src/core/theme/tokens.ts'
import { post } from './postgres.ts'
import { expect, test } from './server.ts'

const card = (page: Page, name: string) => page.getByRole('article', { name })

/** The colours of the labels that the tooltip of a card shows at the first of some places within its picture where there is one. */
const colorsAt = async (one: Locator, ...places: { x: number; y: number }[]): Promise<Record<string, string>> => {
  await one.scrollIntoViewIfNeeded()
  await expect(one.locator('[data-status]')).toHaveAttribute('data-status', 'done')
  const canvas = one.locator('canvas')
  await expect(canvas).toBeVisible()
  const rows = one.page().locator('tr[style^=height]:visible')
  let tries = 0
  await expect(async () => {
    const box = await canvas.boundingBox()
    const at = places[tries++ % places.length]
    if (!box || !at) throw new Error('no picture')
    await one.page().mouse.move(box.x + 2, box.y + 2)
    await one.page().mouse.move(box.x + box.width * at.x, box.y + box.height * at.y, { steps: 3 })
    expect(await rows.count()).toBeGreaterThan(0)
  }).toPass({ intervals: [100], timeout: 30_000 })
  const pairs = await rows.evaluateAll((all) =>
    all.map((row) => {
      // Of one item the tooltip's title says what it is, and its row what is measured.
      const title = all.length === 1 ? row.closest('table')?.previousElementSibling?.textContent : undefined
      return [title ?? row.querySelector('td')?.textContent ?? '', row.querySelector('span')?.style.background ?? '']
    }),
  )
  await one.page().mouse.move(0, 0)
  await expect(rows).toHaveCount(0)
  return Object.fromEntries(pairs) as Record<string, string>
}

const rgb = (hex: string) => `rgb(${[1, 3, 5].map((i) => Number.parseInt(hex.slice(i, i + 2), 16)).join(', ')})`
const palette = colors.light.palette.map(rgb)

/** A dashboard of charts of an example, in this order, that has no colours of its own. */
const makeDashboard = async (page: Page, example: string, names: RegExp[]): Promise<number> => {
  const answer = await page.request.get(`/api/v1/dashboard/${example}/charts`)
  const { result } = (await answer.json()) as { result: { id: number; slice_name: string }[] }
  const charts = names.map((name) => result.find((one) => name.test(one.slice_name)))
  const cells = charts.map((chart, i) => ({
    type: 'CHART',
    id: `CHART-${i}`,
    children: [],
    meta: { chartId: chart?.id, sliceName: chart?.slice_name, width: 4, height: 50 },
  }))
  const layout = {
    DASHBOARD_VERSION_KEY: 'v2',
    ROOT_ID: { type: 'ROOT', id: 'ROOT_ID', children: ['GRID_ID'] },
    GRID_ID: { type: 'GRID', id: 'GRID_ID', children: ['ROW-a'] },
    'ROW-a': { type: 'ROW', id: 'ROW-a', children: cells.map(({ id }) => id), meta: {} },
    ...Object.fromEntries(cells.map((cell) => [cell.id, cell])),
  }
  const { id } = await post(page, '/api/v1/dashboard/', { dashboard_title: `Colours of ${example}` })
  const token = (await (await page.request.get('/api/v1/security/csrf_token/')).json()) as { result: string }
  const data = { json_metadata: JSON.stringify({ positions: layout }) }
  const put = await page.request.put(`/api/v1/dashboard/${id}`, { data, headers: { 'X-CSRFToken': token.result } })
  expect(put.status(), await put.text()).toBe(200)
  return id
}

test('a label has one colour in all cards; by default the first card of the page assigns it, on every visit', async ({ page }) => {
  const id = await makeDashboard(page, 'world', [/^Families/, /^The Middle East/, /^Asia holds/])
  const read = async () => {
    await page.goto(`/superset/dashboard/${id}/`)
    const place = { x: 0.3, y: 0.6 }
    return [
      await colorsAt(card(page, 'Families halved nearly everywhere'), place),
      await colorsAt(card(page, 'The Middle East and Asia caught up; Sub-Saharan Africa fell behind'), place),
      await colorsAt(card(page, 'Asia holds two people in three'), place),
    ] as const
  }
  const [first, second, third] = await read()
  expect(first['Sub-Saharan Africa']).toBe(palette[0])
  expect(new Set(Object.values(first))).toEqual(new Set(palette.slice(0, 6)))
  expect(second).toEqual(first)
  for (const [region, color] of Object.entries(first)) expect(third[region], region).toBe(color)
  expect((await read())[1]).toEqual(first)
})

test('a label keeps its colour under a cross-filter', async ({ page }) => {
  const id = await makeDashboard(page, 'films', [/^The box office/, /^PG-13/])
  await page.goto(`/superset/dashboard/${id}/`)
  const pie = page.getByRole('article', { name: /^PG-13/ })
  const read = async () => {
    await expect(pie).toHaveAttribute('aria-busy', 'false')
    const at = (sign: 1 | -1) => [0.1, 0.13, 0.16, 0.2, 0.24].map((far) => ({ x: 0.5 + sign * far, y: 0.5 }))
    return { ...(await colorsAt(pie, ...at(1))), ...(await colorsAt(pie, ...at(-1))) }
  }
  const before = await read()
  expect(Object.keys(before).length).toBeGreaterThan(1)
  const bars = page.getByRole('article', { name: /^The box office/ }).locator('canvas')
  const box = await bars.boundingBox()
  // The green of the fourth genre is on top of the columns.
  for (let up = 0.3; up < 0.9 && (await page.getByRole('group', { name: 'Filters in force' }).count()) === 0; up += 0.08)
    await bars.click({ position: { x: (box?.width ?? 0) * 0.93, y: (box?.height ?? 0) * up } })
  await expect(page.getByRole('group', { name: 'Filters in force' })).toBeVisible()
  const after = await read()
  for (const [label, color] of Object.entries(after)) if (before[label]) expect(color, label).toBe(before[label])
  expect(Object.keys(after).filter((label) => before[label]).length).toBeGreaterThan(0)
})

/** How many pixels of a card's picture have a colour. */
const pixelsOf = (one: Locator, hex: string): Promise<number> =>
  one.locator('canvas').evaluate((canvas: HTMLCanvasElement, color) => {
    const data = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data ?? new Uint8ClampedArray()
    const [r, g, b] = [1, 3, 5].map((i) => Number.parseInt(color.slice(i, i + 2), 16))
    let count = 0
    for (let i = 0; i < data.length; i += 4) if (data[i] === r && data[i + 1] === g && data[i + 2] === b) count += 1
    return count
  }, hex)

/** The middle of the highest mark of a colour in a card's picture, in CSS px: the swatch of a legend on top. */
const swatchAt = (one: Locator, hex: string): Promise<{ x: number; y: number }> =>
  one.locator('canvas').evaluate((canvas: HTMLCanvasElement, color) => {
    const { width, height } = canvas
    const data = canvas.getContext('2d')?.getImageData(0, 0, width, height).data ?? new Uint8ClampedArray()
    const [r, g, b] = [1, 3, 5].map((i) => Number.parseInt(color.slice(i, i + 2), 16))
    for (let at = 0; at < data.length; at += 4)
      if (data[at] === r && data[at + 1] === g && data[at + 2] === b) {
        const scale = width / canvas.clientWidth
        return { x: ((at / 4) % width) / scale, y: Math.floor(at / 4 / width) / scale + 2 }
      }
    throw new Error(`nothing is ${color}`)
  }, hex)

test('an author changes the colour of a label in all cards by its legend entry, and takes it back', async ({ page }) => {
  const id = await makeDashboard(page, 'films', [/^The box office/, /^PG-13/])
  await page.goto(`/superset/dashboard/${id}/`)
  const cards = [page.getByRole('article', { name: /^The box office/ }), page.getByRole('article', { name: /^PG-13/ })]
  for (const one of cards) await expect(one.locator('[data-status]')).toHaveAttribute('data-status', 'done')
  const bars = cards[0] as Locator
  const old = colors.light.palette[0]
  const position = await swatchAt(bars, old)
  const panel = page.getByRole('dialog', { name: 'Label colors' })
  const canvas = bars.locator('canvas')
  await canvas.click({ position })
  await expect(canvas).toHaveAttribute('title', /^Change the color of/)
  await expect(panel.getByRole('button', { name: 'Reset' })).toBeDisabled()
  await panel.getByLabel('Another color').fill('#ff00fe')
  await panel.getByRole('button', { name: 'Done' }).click()
  await expect(panel).toBeHidden()
  await expect.poll(() => pixelsOf(bars, '#ff00fe')).toBeGreaterThan(50)
  const read = async () => {
    const answer = await page.request.get(`/api/v1/dashboard/${id}`)
    const { result } = (await answer.json()) as { result: { json_metadata: string } }
    return (JSON.parse(result.json_metadata) as { label_colors: Record<string, string> }).label_colors
  }
  await expect.poll(read).toEqual({ Adventure: '#ff00fe' })

  await page.reload()
  await expect.poll(() => pixelsOf(bars, '#ff00fe')).toBeGreaterThan(50)
  await bars.hover()
  await bars.getByRole('button', { name: /^Actions of/ }).click()
  await page.getByRole('menuitem', { name: 'Label colors' }).click()
  await panel.getByRole('button', { name: 'Reset' }).click()
  await page.keyboard.press('Escape')
  await expect.poll(() => pixelsOf(bars, '#ff00fe')).toBe(0)
  await expect.poll(read).toEqual({})
})

test('a changed colour is that of the label in every card, and analogous colours repeat none', async ({ page }) => {
  const id = await makeDashboard(page, 'world', [/^Families/, /^The Middle East/])
  await page.goto(`/superset/dashboard/${id}/`)
  const cards = [
    card(page, 'Families halved nearly everywhere'),
    card(page, 'The Middle East and Asia caught up; Sub-Saharan Africa fell behind'),
  ]
  for (const one of cards) await expect(one.locator('[data-status]')).toHaveAttribute('data-status', 'done')
  const [first] = cards as [Locator, Locator]
  await first.hover()
  await first.getByRole('button', { name: /^Actions of/ }).click()
  await page.getByRole('menuitem', { name: 'Label colors' }).click()
  const panel = page.getByRole('dialog', { name: 'Label colors' })
  await panel.getByLabel('Another color').fill('#ff00fe')
  for (const one of cards) await expect.poll(() => pixelsOf(one, '#ff00fe')).toBeGreaterThan(50)
  await page.keyboard.press('Escape')
  await expect(panel).toBeHidden()
})
