const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** XML 1.0 knows only these below the space. */
const allowed = (character: string): boolean => character >= ' ' || character === '\t' || character === '\n' || character === '\r'

/** Text as HTML or XML shows it, in elements and attributes. Control characters that XML forbids are dropped. */
export const escapeText = (text: string): string => {
  let escaped = ''
  for (const character of text.toWellFormed()) if (allowed(character)) escaped += entities[character] ?? character
  return escaped.replaceAll(/[\uFFFE\uFFFF]/g, '')
}
