/** The picture as it stands, as a PNG of twice its size; null when it is none that can be copied. */
export const pictureImage = async (box: HTMLElement, background: string): Promise<Blob | null> => {
  const { width, height } = box.getBoundingClientRect()
  const scale = 2
  const canvas = document.createElement('canvas')
  canvas.width = width * scale
  canvas.height = height * scale
  const context = canvas.getContext('2d')
  if (!context) return null
  context.fillStyle = background
  context.fillRect(0, 0, canvas.width, canvas.height)
  const layers = [...box.querySelectorAll('canvas')]
  const svg = box.querySelector<SVGSVGElement>('[role=img] > svg')
  for (const layer of layers) context.drawImage(layer, 0, 0, canvas.width, canvas.height)
  if (layers.length === 0 && svg) context.drawImage(await svgImage(svg), 0, 0, canvas.width, canvas.height)
  else if (layers.length === 0) return null
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/png'))
}

const svgImage = (svg: SVGSVGElement): Promise<HTMLImageElement> =>
  new Promise((resolve, reject) => {
    const image = new Image()
    image.addEventListener('load', () => resolve(image))
    image.addEventListener('error', () => reject(new Error('not drawn')))
    image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(new XMLSerializer().serializeToString(svg))}`
  })
