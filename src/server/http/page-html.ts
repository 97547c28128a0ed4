import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pageOf } from '#core/pages.ts'
import { isBundled } from '#engines/host/program.ts'
import type { ThemesInForce } from '../resources/theme/in-force.ts'
import { loadAfterFirstFrame } from './after-first-frame.ts'

/** The folder of the built front end. */
export const dist = join(import.meta.dirname, isBundled ? '../web' : '../../../dist/web')

const plainPage = '<!doctype html><html lang="en"><head><meta charset="utf-8" /></head><body><div id="root"></div></body></html>'

/** Files that a page needs beside the shell; preloaded, because the browser would discover them one after another. */
const preloadsOf = async (url: string): Promise<string[]> => {
  const page = pageOf(url.replace(/\?.*$/s, ''))
  const lists = join(dist, 'preloads.json')
  if (!page || !existsSync(lists)) return []
  return (JSON.parse(await readFile(lists, 'utf8')) as Record<string, string[]>)[page] ?? []
}

const isScript = (file: string) => file.endsWith('.js')

const preloadScript = (file: string) => `<link rel="modulepreload" crossorigin href="./${file}" />`
const preloadFont = (file: string) => `<link rel="preload" as="font" type="font/woff2" crossorigin href="./${file}" />`

/** The text font, if it comes before the picture is painted: a font that came later would move the texts of the picture. */
const pictureFont = (file: string) =>
  `<style>@font-face{font-family:'Inter Variable';font-style:normal;font-display:optional;font-weight:100 900;src:url(./${file}) format('woff2-variations')}</style>`

/** Stylesheet and code in the page that Vite builds. */
const builtElements = /<script[^>]*\ssrc="[^>]*><\/script>|<link[^>]*\srel="(?:modulepreload|stylesheet)"[^>]*>/g

type Shown = { url: string; basePath: string; appName: string; locale: string; themes: ThemesInForce | null }

const themeTokens = (themes: ThemesInForce) => `<meta name="theme-tokens" content="${escapeHtml(JSON.stringify(themes))}" />`

/** The page with a place for content before its root element: what stands before that place, and what stands after it. */
const splitPage = async ({ basePath, appName, locale, themes }: Shown): Promise<[before: string, after: string]> => {
  const html = existsSync(dist) ? await readFile(join(dist, 'index.html'), 'utf8') : plainPage
  const head = `<head><base href="${basePath}/" /><meta name="app-name" content="${escapeHtml(appName)}" />${themes ? themeTokens(themes) : ''}`
  const page = html.replace('lang="en"', `lang="${locale}"`).replace('<head>', () => head)
  const at = page.indexOf('<body>') + '<body>'.length
  return [page.slice(0, at), page.slice(at)]
}

/** The front end's HTML page; `body` stands before its root element. */
export const pageWithBody = async (shown: Shown, body: string): Promise<string> => {
  const [before, after] = await splitPage(shown)
  const links = (await preloadsOf(shown.url)).map((file) => (isScript(file) ? preloadScript(file) : preloadFont(file)))
  return before.replace('</head>', () => `${links.join('')}</head>`) + body + after
}

/** The front end's HTML page around a picture that is painted before its stylesheet and its code are loaded. */
export const pageAroundPicture = async (shown: Shown): Promise<[before: string, after: string]> => {
  const [[before, after], files] = await Promise.all([splitPage(shown), preloadsOf(shown.url)])
  const built = before.match(builtElements) ?? []
  if (built.length === 0) return [before, after]
  const fonts = files.filter((file) => !isScript(file)).map((file) => preloadFont(file) + pictureFont(file))
  const later = [...built, ...files.filter(isScript).map(preloadScript)].join('')
  return [
    before.replaceAll(builtElements, '').replace('</head>', () => `${fonts.join('')}</head>`),
    after.replace('</body>', () => `${loadAfterFirstFrame(later)}</body>`),
  ]
}

const escapeHtml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
