import { fonts, sizes } from '#core/theme/tokens.ts'

const scale = 2
const margin = 16
const titleHeight = 44

const svgImage = (svg: SVGSVGElement): Promise<HTMLImageElement> =>
  new Promise((resolve, reject) => {
    const image = new Image()
    image.addEventListener('load', () => resolve(image))
    image.addEventListener('error', () => reject(new Error('not drawn')))
    image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(new XMLSerializer().serializeToString(svg))}`
  })

/**
 * The picture in a box as a JPEG of twice its size, under its title, in the colours of the page. Null when there is none that can be copied:
 * pictures are canvases or SVG.
 */
export const pictureImage = async (box: HTMLElement, { title }: { title: string }): Promise<Blob | null> => {
  const { width, height } = box.getBoundingClientRect()
  const canvas = document.createElement('canvas')
  canvas.width = (width + 2 * margin) * scale
  canvas.height = (height + titleHeight + margin) * scale
  const context = canvas.getContext('2d')
  const layers = [...box.querySelectorAll('canvas')]
  const svg = box.querySelector<SVGSVGElement>('[role=img] > svg')
  if (!context || (layers.length === 0 && !svg)) return null
  const style = getComputedStyle(document.documentElement)
  context.scale(scale, scale)
  context.fillStyle = style.getPropertyValue('--surface')
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.fillStyle = style.getPropertyValue('--text')
  context.font = `600 ${sizes.body}px ${fonts.text}`
  context.fillText(title, margin, 28, width)
  for (const layer of layers) {
    const at = layer.getBoundingClientRect()
    const from = box.getBoundingClientRect()
    context.drawImage(layer, margin + at.left - from.left, titleHeight + at.top - from.top, at.width, at.height)
  }
  if (layers.length === 0 && svg) context.drawImage(await svgImage(svg), margin, titleHeight, width, height)
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.95))
}
