/** Tells two pictures apart. */
export type Sum = number

const sumOf = (values: ArrayLike<number>): Sum => {
  let sum = 0
  for (let i = 0; i < values.length; i += 1) sum = (Math.imul(sum, 31) + (values[i] ?? 0)) | 0
  return sum
}

/** Colours as their bytes lie in memory: alpha, blue, green, red. */
const pixelsOf = (canvas: HTMLCanvasElement): Uint32Array => {
  const context = canvas.getContext('2d', { willReadFrequently: true })
  return new Uint32Array(context?.getImageData(0, 0, canvas.width, canvas.height).data.buffer ?? new ArrayBuffer(0))
}

/** Axes, grid lines and texts are grey: what has a hue is a mark. */
const hueFrom = 24
const isMark = (pixel: number): boolean => {
  const [red, green, blue, alpha] = [pixel & 255, (pixel >> 8) & 255, (pixel >> 16) & 255, pixel >>> 24]
  return alpha > 24 && Math.max(red, green, blue) - Math.min(red, green, blue) > hueFrom
}

/** The picture of a chart frame: of its canvas, or of its elements. */
export const sumOfPicture = (frame: Element): Sum => {
  const canvas = frame.querySelector('canvas')
  return sumOf(canvas ? pixelsOf(canvas) : new TextEncoder().encode(frame.innerHTML))
}

/** How many coloured pixels or elements are in a frame. */
export const countMarks = (frame: Element): number => {
  const canvas = frame.querySelector('canvas')
  if (!canvas) return frame.querySelectorAll('svg *, td').length
  let marks = 0
  for (const pixel of pixelsOf(canvas)) if (isMark(pixel)) marks += 1
  return marks
}

/** Places of the pixels of a canvas that have exactly this colour, `#RRGGBB`, at full strength; row by row. */
export const placesOf = (frame: Element, color: string): { x: number; y: number }[] => {
  const canvas = frame.querySelector('canvas')
  if (!canvas) return []
  const [, red = '', green = '', blue = ''] = /^#(..)(..)(..)$/.exec(color) ?? []
  const wanted = Number.parseInt(`ff${blue}${green}${red}`, 16)
  const { width } = canvas
  return [...pixelsOf(canvas)].flatMap((pixel, i) => (pixel === wanted ? [{ x: i % width, y: Math.floor(i / width) }] : []))
}
