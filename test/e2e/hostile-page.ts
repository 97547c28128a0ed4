import type { Page } from '@playwright/test'
import { z } from 'zod'
import { listener, payloads } from './hostile-payloads.ts'
import { call, create, quoted, uploadTable } from './hostile-things.ts'
import { expect, settled, test as base } from './server.ts'

type Fixtures = {
  /** Fails if anything of a payload has run, was sent, or became a part of the page. */
  isHarmless(what: string): Promise<void>
}

/** Tests of pages that show payloads. */
export const test = base.extend<Fixtures>({
  isHarmless: [
    async ({ page }, use) => {
      const sent: string[] = []
      const dialogs: string[] = []
      page.on('request', (request) => {
        if (request.url().startsWith(listener)) sent.push(request.url())
      })
      page.on('dialog', async (dialog) => {
        dialogs.push(dialog.message())
        await dialog.dismiss()
      })
      await use(async (what) => {
        expect(await page.evaluate(() => 'hit' in window), what).toBe(false)
        expect(new URL(page.url()).protocol, what).toBe('http:')
        expect([...sent, ...dialogs], what).toEqual([])
        await expect(page.locator(dangerous), what).toHaveCount(0)
      })
    },
    { auto: true },
  ],
})

/** Elements that no page has but for a payload. */
const dangerous = [
  'body :is(object, embed, base, meta, form[action], [onerror], [onload], [onfocus], a[href^="javascript:" i])',
  ':is(main, [role=dialog], [class*=tooltip-of-], [data-toast-place]) :is(script, iframe)',
].join()

const asRows = (values: readonly string[]) => ['text,number', ...values.map((value, i) => `${quoted(value)},${i}`)].join('\n')

/** A table with a payload in each row, made once for each server. */
export const tableOf = async (page: Page): Promise<number> => {
  const { result } = await call(page, 'GET', '/api/v1/dataset/?q=(filters:!((col:table_name,opr:eq,value:payloads)))')
  const [made] = z.array(z.object({ id: z.number() })).parse(result)
  return made?.id ?? uploadTable(page, 'payloads', asRows(payloads))
}

export const makeChart = (page: Page, dataset: number, form: { viz_type: string; [key: string]: unknown }, texts: object = {}) =>
  create(page, '/api/v1/chart/', chartOf(dataset, form, texts))

export const chartOf = (dataset: number, form: { viz_type: string; [key: string]: unknown }, texts: object = {}) => ({
  slice_name: `Payloads as ${form.viz_type}`,
  datasource_id: dataset,
  datasource_type: 'table',
  viz_type: form.viz_type,
  params: JSON.stringify({ ...form, datasource: `${dataset}__table` }),
  ...texts,
})

/** All payloads in texts of a limited length, as many in each as there is room for; those that are longer are cut. */
export const packed = (maxLength: number): string[] => {
  const texts: string[] = []
  let text = ''
  for (const payload of payloads) {
    const longer = text === '' ? payload : `${text} ${payload}`
    if (longer.length > maxLength && text !== '') {
      texts.push(text)
      text = payload.slice(0, maxLength)
    } else text = longer.slice(0, maxLength)
  }
  return [...texts, text]
}

/** Waits for two frames: what is new has been drawn in the second. */
export const drawn = (page: Page) =>
  page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))

/** Goes through all pages of a list; returns how many rows differ. */
export const walkPages = async (page: Page, path: string): Promise<number> => {
  await page.goto(path)
  await settled(page)
  const next = page.getByRole('button', { name: 'Next page' })
  const rows = page.getByRole('main').getByRole('row')
  const found = new Set<string>()
  for (;;) {
    const first = await rows.allTextContents()
    // Rows out of view are drawn when they come near it.
    await page.getByRole('navigation', { name: 'Pages' }).scrollIntoViewIfNeeded()
    await drawn(page)
    for (const text of [...first, ...(await rows.allTextContents())]) found.add(text)
    if ((await next.count()) === 0 || (await next.isDisabled())) break
    await next.click()
    await expect.poll(() => rows.nth(1).textContent(), { intervals: [20] }).not.toBe(first[1])
    await page.evaluate(() => window.scrollTo(0, 0))
    await drawn(page)
  }
  await settled(page)
  return found.size
}
