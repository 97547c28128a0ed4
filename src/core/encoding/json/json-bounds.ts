import { t } from '../../i18n/t.ts'

/** Limits of a JSON text. Each is far above what our clients send; beyond it parsing would block the process for seconds. */
export type JsonBounds = {
  /** Nesting depth of lists and objects; low enough for recursion. */
  depth: number
  /** List items and object members in all. */
  values: number
  members: number
  membersOfOneObject: number
  /** Digits of one number. */
  numberLength: number
}

export const jsonBounds: JsonBounds = { depth: 500, values: 150_000, members: 100_000, membersOfOneObject: 10_000, numberLength: 400 }

const quote = 34
const backslash = 92
const comma = 44
const colon = 58
const isOpening = (code: number) => code === 91 || code === 123
const isClosing = (code: number) => code === 93 || code === 125
/** Digits, sign, point and exponent. */
const isPartOfNumber = (code: number) =>
  (code >= 48 && code <= 57) || code === 43 || code === 45 || code === 46 || code === 69 || code === 101

/** The index of the closing quote of a string, or of the end of the text. */
const endOfString = (text: string, start: number): number => {
  for (let end = text.indexOf('"', start); end >= 0; end = text.indexOf('"', end + 1)) {
    let firstBackslash = end
    while (firstBackslash > start && text.charCodeAt(firstBackslash - 1) === backslash) firstBackslash--
    if ((end - firstBackslash) % 2 === 0) return end
  }
  return text.length
}

/** Counts without parsing, in one pass; invalid JSON is left to the parser. Stops at the first limit that is exceeded. */
export const exceededBound = (text: string, bounds: JsonBounds = jsonBounds): keyof JsonBounds | null => {
  const membersByLevel = [0]
  let [values, members, numberStart] = [0, 0, -1]
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (isPartOfNumber(code)) {
      if (numberStart < 0) numberStart = i
      if (i - numberStart >= bounds.numberLength) return 'numberLength'
      continue
    }
    numberStart = -1
    if (code === quote) i = endOfString(text, i + 1)
    else if (code === comma) {
      if (++values > bounds.values) return 'values'
    } else if (code === colon) {
      const level = membersByLevel.length - 1
      const siblings = (membersByLevel[level] ?? 0) + 1
      membersByLevel[level] = siblings
      if (++members > bounds.members) return 'members'
      if (siblings > bounds.membersOfOneObject) return 'membersOfOneObject'
    } else if (isOpening(code)) {
      values++
      if (membersByLevel.push(0) - 1 > bounds.depth) return 'depth'
    } else if (isClosing(code) && membersByLevel.length > 1) membersByLevel.pop()
  }
  return null
}

/** Why a JSON text is rejected before it is parsed; null when it is not. */
export const jsonBoundsFault = (text: string, bounds: JsonBounds = jsonBounds): string | null => {
  const exceeded = exceededBound(text, bounds)
  if (exceeded === null) return null
  const limit = bounds[exceeded]
  const faults: Record<keyof JsonBounds, () => string> = {
    depth: () => t('The request is nested more than %(depth)s levels deep.', { depth: limit }),
    values: () => t('The request holds more than %(limit)s values.', { limit }),
    members: () => t('The request holds more than %(limit)s fields.', { limit }),
    membersOfOneObject: () => t('An object of the request holds more than %(limit)s fields.', { limit }),
    numberLength: () => t('A number of the request has more than %(limit)s digits.', { limit }),
  }
  return faults[exceeded]()
}
