import { flushSync } from 'react-dom'
import { useTheme } from '../../theme/theme.ts'
import { chartIn } from '../echarts/load-echarts.ts'
import { showAllRows, showWholeRows } from '../picture/all-rows.ts'

/** Paper shows more than a screen. */
const pixelRatio = 3

/** About forty pages. */
const maxRows = 1000

/** A table by itself is printed with its rows; in the card of a dashboard it keeps its size. Paper does not scroll. */
const showRows = (): (() => void)[] =>
  [...document.querySelectorAll<HTMLElement>('[data-picture]')].flatMap(
    (picture) => (picture.dataset['picture'] === '' ? showAllRows(picture, maxRows) : showWholeRows(picture)) ?? [],
  )

const rulesOf = (sheet: CSSStyleSheet): CSSRule[] => {
  try {
    return [...sheet.cssRules]
  } catch {
    return []
  }
}

/** Lays out the page as in a wide window, as paper does. */
const dropNarrowRules = (): (() => void) => {
  const narrow = [...document.styleSheets].flatMap((sheet) =>
    rulesOf(sheet).flatMap((rule) => (rule instanceof CSSMediaRule && rule.media.mediaText.includes('width') ? rule.media : [])),
  )
  const texts = narrow.map(({ mediaText }) => mediaText)
  for (const media of narrow) media.mediaText = 'not all'
  return () => narrow.forEach((media, i) => (media.mediaText = texts[i] ?? ''))
}

/** A sharp copy of a chart, which stands over its canvas on paper; a chart that shows nothing has none. */
const addCopy = (host: Element): HTMLElement[] => {
  const copy = chartIn(host)?.renderToCanvas({ pixelRatio })
  if (!copy) return []
  copy.dataset['printOnly'] = ''
  host.append(copy)
  return [copy]
}

/** Has all charts read their size. */
const measureAll = () => void window.dispatchEvent(new Event('resize'))

/**
 * Lays out the page for paper and draws its charts again for it, in light colors. Everything happens before this returns: the browser prints
 * what is there then. Returns how to take it back.
 */
const prepare = (): (() => void) => {
  const { name } = useTheme.getState()
  const { dataset } = document.documentElement
  dataset['print'] = ''
  const narrowAgain = dropNarrowRules()
  flushSync(() => useTheme.setState({ name: 'light' }))
  flushSync(measureAll)
  const scrollBack = showRows()
  const copies = [...document.querySelectorAll('[_echarts_instance_]')].flatMap(addCopy)
  return () => {
    for (const copy of copies) copy.remove()
    for (const restoreRows of scrollBack) restoreRows()
    delete dataset['print']
    narrowAgain()
    useTheme.setState({ name })
    measureAll()
  }
}

let restore: (() => void) | undefined

const before = () => {
  restore ??= prepare()
}

const after = () => {
  restore?.()
  restore = undefined
}

/** From now on pages are prepared for paper however printing is started. */
export const watchPrint = (): void => {
  window.addEventListener('beforeprint', before)
  window.addEventListener('afterprint', after)
}
