import { fonts } from '#core/theme/tokens.ts'

let context: CanvasRenderingContext2D | null | undefined

/** Width in px of a text in the font of the page. */
export const measure = (text: string, size: number, weight = 400): number => {
  context ??= typeof document === 'undefined' ? null : document.createElement('canvas').getContext('2d')
  if (!context) return text.length * size * 0.55
  context.font = `${weight} ${size}px ${fonts.text}`
  return context.measureText(text).width
}
