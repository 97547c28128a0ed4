import type { Page, Response } from '@playwright/test'
import { settled } from './server.ts'

/** Most bytes of JavaScript, gzipped, that a page may load before anybody touches it. */
export const firstLoadGoals = { list: 320_000, dashboard: 450_000, explore: 480_000, sqllab: 420_000 }

const isScript = (response: Response) => new URL(response.url()).pathname.endsWith('.js')

/** What a script weighs on the wire; very short ones are sent as they are. */
const gzipBytes = async (url: string): Promise<number> => {
  const answer = await fetch(url, { headers: { 'accept-encoding': 'gzip' } })
  const size = Number(answer.headers.get('content-length'))
  await answer.body?.cancel()
  return size
}

/** Opens an address in a page that has loaded nothing yet, waits until it is complete, and weighs the scripts that came. */
export const firstLoad = async (page: Page, address: string): Promise<{ files: number; bytes: number }> => {
  const scripts = new Set<string>()
  page.on('response', (response) => {
    if (isScript(response)) scripts.add(response.url())
  })
  await page.goto(address)
  await page.getByRole('main').getByRole('heading').or(page.getByRole('main').getByRole('textbox')).first().waitFor()
  await settled(page)
  await page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' })
  await settled(page)
  const sizes = await Promise.all([...scripts].map(gzipBytes))
  return { files: sizes.length, bytes: sizes.reduce((sum, size) => sum + size, 0) }
}
