const known =
  'a|abbr|b|blockquote|br|code|div|em|font|h[1-6]|hr|i|img|kbd|li|mark|ol|p|pre|s|small|span|strong|sub|sup|table|tbody|td|th|thead|tr|u|ul'
const element = new RegExp(`<(${known})(\\s[^<>]*)?/?>`, 'i')

/** Whether a text is written in HTML: an opening tag of an element that texts are made of. `a < b` is none. */
export const isHtml = (text: string): boolean => text.includes('<') && element.test(text)

const unseen = /<(script|style|template|title)\b[\s\S]*?<\/\1\s*>|<!--[\s\S]*?-->/gi
const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }

const decoded = (text: string): string =>
  text.replaceAll(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w+));/gi, (whole, decimal?: string, hex?: string, name?: string) => {
    if (name) return entities[name.toLowerCase()] ?? whole
    const code = decimal ? Number(decimal) : Number.parseInt(hex ?? '', 16)
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole
  })

/** The words of a text that may be HTML, as plain text. */
export const wordsOfHtml = (text: string): string => {
  if (!isHtml(text)) return text
  const bare = text.replaceAll(unseen, '').replaceAll(/<(br|\/?(?:p|div|li|tr|h[1-6]))\b[^<>]*>/gi, ' ')
  return decoded(bare.replaceAll(/<[^<>]*>/g, ''))
    .replaceAll(/\s+/g, ' ')
    .trim()
}
