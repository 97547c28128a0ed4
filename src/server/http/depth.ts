import { MessageError } from '#core/errors.ts'
import { t } from '#core/i18n/t.ts'

/** Far more than anything that is sent has, far less than what recursion bears. */
const deepest = 500

const quote = 34
const backslash = 92
const opening = new Set([91, 123])
const closing = new Set([93, 125])

/** Levels of lists and objects in a JSON text. */
export const depthOf = (text: string): number => {
  let [depth, most] = [0, 0]
  let inText = false
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (code === quote) inText = !inText
    else if (inText) i += code === backslash ? 1 : 0
    else if (opening.has(code)) most = Math.max(most, ++depth)
    else if (closing.has(code)) depth--
  }
  return most
}

/** The refusal of a JSON text that nests so deep that reading it would break who does; null for any other. */
export const depthRefusal = (text: string): MessageError | null =>
  depthOf(text) > deepest ? new MessageError(400, t('The request is nested more than %(depth)s levels deep.', { depth: deepest })) : null
