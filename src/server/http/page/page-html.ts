import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { escapeText } from '#charts/shared/text/html.ts'
import { pageOf } from '#core/pages.ts'
import type { ThemesInForce } from '../../resources/theme/in-force.ts'
import { dist } from './assets.ts'
import { loadAfterFirstFrame, preloadAfterFirstFrame } from './after-first-frame.ts'

const plainPage = '<!doctype html><html lang="en"><head><meta charset="utf-8" /></head><body><div id="root"></div></body></html>'

/** What is built does not change while the server runs. What could not be read is read again. */
const readOnce = <V>(read: () => Promise<V>): (() => Promise<V>) => {
  let value: Promise<V> | undefined
  const forget = (error: unknown) => {
    value = undefined
    throw error
  }
  return () => (value ??= read().catch(forget))
}

const readBuiltPage = readOnce(async () => (existsSync(dist) ? readFile(join(dist, 'index.html'), 'utf8') : plainPage))

type FileLists = Record<string, string[]>

/** Files that a page, a chart of a type, or a part of ECharts needs beside the shell; preloaded, because the browser would discover them one after another. */
type Preloads = Record<'pages' | 'charts' | 'parts', FileLists>

const readPreloads = readOnce(async (): Promise<Preloads> => {
  const lists = join(dist, 'preloads.json')
  return existsSync(lists) ? (JSON.parse(await readFile(lists, 'utf8')) as Preloads) : { pages: {}, charts: {}, parts: {} }
})

const filesOf = (pages: FileLists, url: string): string[] => pages[pageOf(url.replace(/\?.*$/s, '')) ?? ''] ?? []

const isScript = (file: string) => file.endsWith('.js')

const preloadScript = (nonce: string) => (file: string) => `<link rel="modulepreload" crossorigin nonce="${nonce}" href="./${file}" />`
/** Matches a call of the front end, which sends the cookies of its own site. */
const preloadAnswer = (address: string) => `<link rel="preload" as="fetch" crossorigin href=".${escapeText(address)}" />`
const preloadFont = (file: string) => `<link rel="preload" as="font" type="font/woff2" crossorigin href="./${file}" />`

/** The text font, if it comes before the picture is painted: a font that came later would move the texts of the picture. */
const pictureFont = (file: string) =>
  `<style>@font-face{font-family:'Inter Variable';font-style:normal;font-display:optional;font-weight:100 900;src:url(./${file}) format('woff2-variations')}</style>`

/** Stylesheet and code in the page that Vite builds. */
const builtElements = /<script[^>]*\ssrc="[^>]*><\/script>|<link[^>]*\srel="(?:modulepreload|stylesheet)"[^>]*>/g

/** Marks the scripts of the built page as those that the content policy allows. */
const withNonce = (html: string, nonce: string): string =>
  html.replaceAll(/<script|<link(?=[^>]*\srel="modulepreload")/g, (element) => `${element} nonce="${nonce}"`)

/** The file of the page's script: it is requested together with the stylesheet, and runs after it. */
const entryOf = (built: readonly string[]): string[] =>
  built.flatMap((element) => /<script[^>]*\ssrc="\.\/([^"]*)"/.exec(element)?.[1] ?? [])

type Shown = { url: string; basePath: string; appName: string; locale: string; themes: ThemesInForce | null; nonce: string }

const themeTokens = (themes: ThemesInForce) => `<meta name="theme-tokens" content="${escapeText(JSON.stringify(themes))}" />`

/** The names of the files that pages request as they open: the shell, and what they preload. */
export const openingFiles = async (): Promise<string[]> => {
  const [html, lists] = await Promise.all([readBuiltPage(), readPreloads()])
  const shell = [...html.matchAll(/\s(?:src|href)="\.\/(assets\/[^"]*)"/g)].map(([, file = '']) => file)
  const files = new Set([...shell, ...Object.values(lists).flatMap((list) => Object.values(list).flat())])
  return [...files].map((file) => basename(file))
}

/** The page with a place for content before its root element: what is before that place, and what is after it. */
const splitPage = async ({ basePath, appName, locale, themes, nonce }: Shown): Promise<[before: string, after: string]> => {
  const html = await readBuiltPage()
  const head = `<head><base href="${basePath}/" /><meta name="app-name" content="${escapeText(appName)}" />${themes ? themeTokens(themes) : ''}`
  const page = withNonce(html, nonce)
    .replace('lang="en"', `lang="${locale}"`)
    .replace('<head>', () => head)
  const at = page.indexOf('<body>') + '<body>'.length
  return [page.slice(0, at), page.slice(at)]
}

/** The front end's HTML page; `body` is before its root element. */
export const pageWithBody = async (shown: Shown, body: string): Promise<string> => {
  const [before, after] = await splitPage(shown)
  const { pages } = await readPreloads()
  const links = filesOf(pages, shown.url).map((file) => (isScript(file) ? preloadScript(shown.nonce)(file) : preloadFont(file)))
  return before.replace('</head>', () => `${links.join('')}</head>`) + body + after
}

type Upcoming = {
  /** Addresses below the base path that the page's code reads as it starts. */
  reads: readonly string[]
  chartTypes: readonly string[]
  /** Parts of ECharts that they are drawn with. */
  drawingParts: readonly string[]
}

type PageAroundPicture = { before: string; afterPicture: (upcoming: Upcoming) => string; end: string }

/**
 * The front end's HTML page around a picture that is painted before its stylesheet and its code are loaded. What the code will read and
 * import is named with them: the browser requests it at once then, and not one round trip after the other.
 */
export const pageAroundPicture = async (shown: Shown): Promise<PageAroundPicture> => {
  const [[before, after], { pages, charts, parts }] = await Promise.all([splitPage(shown), readPreloads()])
  const built = before.match(builtElements) ?? []
  const bodyEnd = after.indexOf('</body>')
  const [root, end] = [after.slice(0, bodyEnd), after.slice(bodyEnd)]
  if (built.length === 0) return { before, afterPicture: () => root, end }
  const { nonce } = shown
  const files = filesOf(pages, shown.url)
  const fonts = files.filter((file) => !isScript(file)).map((file) => preloadFont(file) + pictureFont(file))
  const afterPicture = ({ reads, chartTypes, drawingParts }: Upcoming) => {
    const scripts = new Set([
      ...entryOf(built),
      ...files.filter(isScript),
      ...chartTypes.flatMap((type) => charts[type] ?? []),
      ...drawingParts.flatMap((part) => parts[part] ?? []),
    ])
    const later = [...built, ...[...scripts].map(preloadScript(nonce)), ...reads.map(preloadAnswer)].join('')
    return root + loadAfterFirstFrame(later, nonce)
  }
  const head = [preloadAfterFirstFrame(nonce), ...fonts].join('')
  return { before: before.replaceAll(builtElements, '').replace('</head>', () => `${head}</head>`), afterPicture, end }
}
