import { TemplateError } from './template-error.ts'

const maxWidth = 1_000
const maxPrecision = 100

/** A width to fill up to, in characters. @throws TemplateError for one that no SQL text needs */
export const demandWidth = (width: number): number => {
  if (width <= maxWidth) return width
  throw new TemplateError('limit', `The width ${width} is too large: at most ${maxWidth} characters.`)
}

/** Digits after the point. @throws TemplateError for more than a number has */
export const demandPrecision = (precision: number): number => {
  if (precision <= maxPrecision) return precision
  throw new TemplateError('limit', `The precision ${precision} is too large: at most ${maxPrecision} digits.`)
}

const maxTextLength = 1_000_000

/** The length of a text that is about to be made. @throws TemplateError for one that is longer than a whole template may become */
export const demandTextLength = (length: number): void => {
  if (length > maxTextLength) throw new TemplateError('limit', 'The template makes too much text.')
}

/** Joins texts that are made one after the other. @throws TemplateError as soon as they are too long */
export const joinBounded = (parts: Iterable<string>, separator: string): string => {
  const joined: string[] = []
  let length = 0
  for (const part of parts) {
    length += part.length + separator.length
    demandTextLength(length)
    joined.push(part)
  }
  return joined.join(separator)
}
