/**
 * A text without its trailing characters that match `loose`, a pattern of one character. In one pass: a pattern for the whole end
 * would start again at every such character.
 */
export const trimmedEnd = (text: string, trimmable: RegExp): string => {
  let end = text.length
  while (end > 0 && trimmable.test(text[end - 1] as string)) end--
  return text.slice(0, end)
}
