import { snapdom, type SnapdomPlugin } from '@zumer/snapdom'
import { backgroundBehind } from './background.ts'

/** Less for images that would exceed the largest canvas. */
const pixelRatio = 2
const maxSidePx = 16_000

const hideScrollbars: SnapdomPlugin = {
  name: 'hide scrollbars',
  beforeRender: (context) => {
    context.baseCSS = `${context.baseCSS ?? ''} * { scrollbar-width: none !important; }`
  },
}

export type ImageOptions = {
  /** Around the element, in px. */
  margin?: number
  format?: 'jpg' | 'png'
}

const mediaTypes = { jpg: 'image/jpeg', png: 'image/png' }
const jpegQuality = 0.95

/** An image of a whole element at twice its size, without parts that are for the screen only (`data-screen-only`). */
export const elementImage = async (element: HTMLElement, { margin = 0, format = 'jpg' }: ImageOptions = {}): Promise<Blob> => {
  const [width, height] = [element.offsetWidth + 2 * margin, element.offsetHeight + 2 * margin]
  const scale = Math.min(pixelRatio, maxSidePx / height, maxSidePx / width)
  const capture = await snapdom(element, {
    exclude: '[data-screen-only], [role=progressbar]',
    excludeMode: 'remove',
    embedFonts: true,
    scale,
    dpr: 1,
    plugins: [hideScrollbars],
  })
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(width * scale)
  canvas.height = Math.round(height * scale)
  const context = canvas.getContext('2d')
  if (!context) throw new Error('no canvas')
  context.fillStyle = backgroundBehind(element)
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.drawImage(await capture.toCanvas(), margin * scale, margin * scale)
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('not drawn'))), mediaTypes[format], jpegQuality),
  )
}
