const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** What XML 1.0 has no place for, not even as an entity. */
const forbidden = /(?![\t\n\r\u007F-\u009F])\p{Cc}|[\uFFFE\uFFFF]/gu

/** Text or markup without characters that would make XML unreadable. */
export const withoutForbidden = (text: string): string => text.toWellFormed().replaceAll(forbidden, '')

/** Text as HTML or XML shows it, in elements and attributes. */
export const escapeText = (text: string): string =>
  withoutForbidden(text).replaceAll(/[&<>"']/g, (character) => entities[character] ?? character)
