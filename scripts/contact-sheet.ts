// Takes a picture of every screen, light and dark, wide and on a phone, and lays them out on one sheet per theme: dist/sheet/*.png (not committed).
// Needs a build. Arguments select screens by name (`npm run sheet -- explore`); --light or --dark one theme; --docs the two pictures of the README.
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { chromium, type Browser, type BrowserContextOptions, type Page } from '@playwright/test'
import { escapeText } from '#charts/shared/text/html.ts'
import { colors, type ThemeName } from '#core/theme/tokens.ts'
import { fromSources, startServer } from '../test/e2e/server.ts'
import { findBrowser } from '../test/e2e/find-browser.ts'
import { readIds } from './sheet/ids.ts'
import { screens, type Screen } from './sheet/screens.ts'

const root = join(import.meta.dirname, '..')
const target = join(root, 'dist/sheet')
const flags = process.argv.slice(2)
const only = flags.filter((flag) => !flag.startsWith('--'))
const forDocs = flags.includes('--docs')
const themes = (['light', 'dark'] as const).filter((theme) =>
  forDocs ? theme === 'light' : !flags.includes(theme === 'light' ? '--dark' : '--light'),
)
const wide = { width: 1440, height: 900 }
const phone = { width: 390, height: 844 }

const settled = async (page: Page) => {
  await page.waitForLoadState('networkidle', { timeout: 10_000 }).catch(() => undefined)
  await page.evaluate('document.fonts.ready')
  await page.waitForTimeout(700)
}

const take = async (page: Page, address: string, screen: Screen, path: string) => {
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page.goto(address + screen.path)
  await settled(page)
  if (screen.before) {
    await screen.before(page)
    if (!screen.still) await settled(page)
  }
  await page.screenshot({ path, animations: screen.still ? 'allow' : 'disabled' })
}

const sheet = async (browser: Browser, theme: ThemeName) => {
  const names = readdirSync(target).filter((name) => name.endsWith(`-${theme}.png`) && !name.startsWith('sheet'))
  const c = colors[theme]
  const cells = names.map(
    (name) =>
      `<figure class="${name.includes('-phone-') ? 'phone' : ''}"><img src="${name}"><figcaption>${escapeText(name)}</figcaption></figure>`,
  )
  const page = await browser.newPage({ viewport: { width: 2400, height: 1000 } })
  const file = join(target, `sheet-${theme}.html`)
  writeFileSync(
    file,
    `<!doctype html><meta charset="utf-8"><style>body{margin:24px;background:${c.canvas};color:${c.text2};font:13px sans-serif;display:flex;flex-wrap:wrap;gap:24px}
figure{margin:0;width:568px}.phone{width:154px}img{width:100%;border:1px solid ${c.line};display:block}figcaption{padding-top:4px}</style>${cells.join('')}`,
  )
  await page.goto(`file://${file}`)
  await page.screenshot({ path: join(target, `sheet-${theme}.png`), fullPage: true })
  await page.close()
}

const starred = ['Six studios share the market', 'Carbon dioxide rose by a third since 1958', 'Jobs', 'Asia holds two people in three']

const signedOut: Screen[] = [{ name: 'login', path: '/login/', phone: true }]

mkdirSync(target, { recursive: true })
mkdirSync(join(root, 'docs'), { recursive: true })
const executablePath = findBrowser()
const args = '--disable-gpu --disable-quic --no-first-run --disable-background-networking --disable-component-update --disable-sync'.split(
  ' ',
)
const browser = await chromium.launch({ ...(executablePath && { executablePath }), chromiumSandbox: false, args })
const server = await startServer([], undefined, fromSources)
const failed: string[] = []
try {
  const first = await browser.newPage({ viewport: wide })
  await first.goto(server.link)
  await first.waitForURL((url) => !url.pathname.includes('login'))
  await settled(first)
  await first.screenshot({ path: join(target, 'welcome-light.png') })
  for (let loaded = false; !loaded; await first.waitForTimeout(300)) {
    const answer = await first.request.get(`${server.address}/api/v1/job/?kind=examples`)
    loaded = ((await answer.json()) as { result: { state: string }[] }).result[0]?.state === 'done'
  }
  const { result: token } = (await (await first.request.get(`${server.address}/api/v1/security/csrf_token/`)).json()) as { result: string }
  const storageState = await first.context().storageState()
  const ids = await readIds(first, server.address)
  const star = (id: number | undefined) =>
    first.request.post(`${server.address}/api/v1/chart/${id}/favorites/`, { headers: { 'X-CSRFToken': token, referer: server.address } })
  const all = forDocs ? [] : screens(ids).filter(({ name }) => only.length === 0 || only.some((word) => name.includes(word)))
  const shoot = async (list: Screen[], theme: ThemeName, kind: 'wide' | 'phone', options: BrowserContextOptions) => {
    const context = await browser.newContext({
      colorScheme: theme,
      viewport: kind === 'wide' ? wide : phone,
      timezoneId: 'UTC',
      ...options,
    })
    context.setDefaultTimeout(8000)
    for (const screen of list) {
      if (kind === 'phone' && !screen.phone) continue
      const name = `${screen.name}${kind === 'phone' ? '-phone' : ''}-${theme}.png`
      const page = await context.newPage()
      await take(page, server.address, screen, join(target, name)).catch(async (error: Error) => {
        failed.push(`${name}: ${error.message.split('\n')[0]}`)
        await page.screenshot({ path: join(target, name) })
      })
      await page.close()
    }
    await context.close()
  }
  const withHome: Screen[] = all.some(({ name }) => name === 'home') ? [{ name: 'home-new', path: '/superset/welcome/', phone: true }] : []
  for (const theme of themes) {
    for (const kind of ['wide', 'phone'] as const) {
      if (!forDocs) await shoot(signedOut, theme, kind, {})
      await shoot(withHome, theme, kind, { storageState })
    }
  }
  for (const title of starred) await star(ids.charts[title])
  for (const theme of themes) for (const kind of ['wide', 'phone'] as const) await shoot(all, theme, kind, { storageState })
  if (forDocs) {
    const page = await (await browser.newContext({ colorScheme: 'light', viewport: wide, storageState })).newPage()
    const chosen = screens(ids)
    for (const [name, file] of [
      ['results', 'explore'],
      ['films', 'dashboard'],
    ]) {
      const screen = chosen.find((one) => one.name === name)
      if (!screen) continue
      const picture = join(root, 'docs', `${file}.png`)
      await take(page, server.address, screen, picture)
      // Again, with warm caches.
      await take(page, server.address, screen, picture)
    }
  } else for (const theme of themes) await sheet(browser, theme)
} finally {
  await server.stop()
  await browser.close()
}
for (const one of failed) console.log(`could not reach ${one}`)
console.log(forDocs ? join(root, 'docs') : target)
