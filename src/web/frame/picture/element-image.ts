// Own code: @zumer/snapdom would load 84 KB gzip for one image.
/** Less for images that would exceed the largest canvas. */
const pixelRatio = 2
const maxSidePx = 16_000

const dataUrl = (blob: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => resolve(String(reader.result)))
    reader.addEventListener('error', () => reject(reader.error ?? new Error('not read')))
    reader.readAsDataURL(blob)
  })

const rulesOf = (sheet: CSSStyleSheet): CSSRule[] => {
  try {
    return [...sheet.cssRules]
  } catch {
    return []
  }
}

/** The rule of a loaded font with the file as data URL, since an SVG image loads nothing. '' for fonts not in use. */
const embedFont = async (rule: CSSFontFaceRule, base: string): Promise<string> => {
  const range = rule.style.getPropertyValue('unicode-range')
  const family = rule.style.getPropertyValue('font-family').replaceAll(/["']/g, '')
  const isLoaded = [...document.fonts].some(
    (font) => font.status === 'loaded' && font.family.replaceAll(/["']/g, '') === family && (range === '' || font.unicodeRange === range),
  )
  const address = /url\("?([^")]+)"?\)/.exec(rule.style.getPropertyValue('src'))?.[1]
  if (!isLoaded || !address) return ''
  if (address.startsWith('data:')) return rule.cssText
  const answer = await fetch(new URL(address, base))
  return answer.ok ? rule.cssText.replace(address, await dataUrl(await answer.blob())) : ''
}

const collectStyles = async (): Promise<string> => {
  const sheets = [...document.styleSheets].flatMap((sheet) =>
    rulesOf(sheet).map((rule) => ({ rule, base: sheet.href ?? document.baseURI })),
  )
  const texts = sheets.map(({ rule, base }) => (rule instanceof CSSFontFaceRule ? embedFont(rule, base) : rule.cssText))
  return (await Promise.all(texts)).join('\n')
}

/** A copy with canvases as images and without elements for the screen only (`data-screen-only`). */
const cloneForImage = (element: HTMLElement, { width, height }: { width: number; height: number }): HTMLElement => {
  const copy = element.cloneNode(true) as HTMLElement
  const canvases = copy.querySelectorAll('canvas')
  element.querySelectorAll('canvas').forEach((canvas, i) => {
    const image = document.createElement('img')
    image.src = canvas.toDataURL()
    image.setAttribute('style', canvas.getAttribute('style') ?? '')
    canvases[i]?.replaceWith(image)
  })
  for (const screenOnly of copy.querySelectorAll('[data-screen-only], [role=progressbar]')) screenOnly.remove()
  Object.assign(copy.style, {
    width: `${width}px`,
    height: `${height}px`,
    margin: '0',
    position: 'relative',
    overflow: 'hidden',
    inset: 'auto',
  })
  return copy
}

const loadImage = (address: string): Promise<HTMLImageElement> =>
  new Promise((resolve, reject) => {
    const image = new Image()
    image.addEventListener('load', () => resolve(image))
    image.addEventListener('error', () => reject(new Error('not drawn')))
    image.src = address
  })

/**
 * A JPEG of a whole element, scrolled parts included, at twice its size. A copy with the page's styles and fonts is drawn as an SVG
 * image.
 */
export const elementImage = async (element: HTMLElement, { margin = 0 }: { margin?: number } = {}): Promise<Blob> => {
  const [width, height] = [element.offsetWidth, Math.max(element.offsetHeight, element.scrollHeight)]
  const [outerWidth, outerHeight] = [width + 2 * margin, height + 2 * margin]
  const page = getComputedStyle(document.body)
  const frame = document.createElement('div')
  frame.setAttribute('style', document.documentElement.getAttribute('style') ?? '')
  Object.assign(frame.style, { padding: `${margin}px`, width: `${outerWidth}px`, height: `${outerHeight}px`, boxSizing: 'border-box' })
  for (const name of ['font', 'color', '-webkit-font-smoothing']) frame.style.setProperty(name, page.getPropertyValue(name))
  frame.dataset['theme'] = document.documentElement.dataset['theme'] ?? ''
  frame.append(cloneForImage(element, { width, height }))

  const namespace = 'http://www.w3.org/2000/svg'
  const svg = document.createElementNS(namespace, 'svg')
  const place = document.createElementNS(namespace, 'foreignObject')
  const style = document.createElementNS(namespace, 'style')
  style.textContent = `${await collectStyles()}\n* { scrollbar-width: none; }`
  for (const part of [svg, place]) {
    part.setAttribute('width', String(outerWidth))
    part.setAttribute('height', String(outerHeight))
  }
  place.append(frame)
  svg.append(style, place)
  const image = await loadImage(`data:image/svg+xml;charset=utf-8,${encodeURIComponent(new XMLSerializer().serializeToString(svg))}`)

  const factor = Math.min(pixelRatio, maxSidePx / outerHeight, maxSidePx / outerWidth)
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(outerWidth * factor)
  canvas.height = Math.round(outerHeight * factor)
  const context = canvas.getContext('2d')
  if (!context) throw new Error('no canvas')
  context.fillStyle = page.backgroundColor
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.drawImage(image, 0, 0, canvas.width, canvas.height)
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('not drawn'))), 'image/jpeg', 0.95),
  )
}
