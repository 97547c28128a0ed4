/**
 * A text without the letters at its end for which `loose`, a pattern of one letter, holds. In one pass: a pattern for the whole end
 * begins anew at every such letter in the text.
 */
export const trimmedEnd = (text: string, loose: RegExp): string => {
  let end = text.length
  while (end > 0 && loose.test(text[end - 1] as string)) end--
  return text.slice(0, end)
}
