/**
 * Descriptions as HTML: paragraphs, headings, lists, code, emphasis and links. Everything else stays text, so that nothing of a
 * description can become markup of its own.
 */
const escapeHtml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;').replaceAll("'", '&#39;')

const inline = (text: string): string =>
  text
    .split(/(`[^`]+`)/)
    .map((part) =>
      part.length > 2 && part.startsWith('`')
        ? `<code>${escapeHtml(part.slice(1, -1))}</code>`
        : escapeHtml(part)
            .replaceAll(/\*\*([^*]+)\*\*/g, '<strong>$1</strong>')
            .replaceAll(/\*([^*]+)\*/g, '<em>$1</em>')
            .replaceAll(/\[([^\]]+)\]\((https?:\/\/[^\s)]+|\/[^\s)]*)\)/g, '<a href="$2">$1</a>'),
    )
    .join('')

const items = (lines: string[], marker: RegExp) => lines.map((line) => `<li>${inline(line.replace(marker, ''))}</li>`).join('\n')

const bullet = /^\s*[-*+]\s+/
const number = /^\s*\d+[.)]\s+/

const block = (text: string): string => {
  const lines = text.split('\n')
  const heading = /^(#{1,6})\s+(.*)$/.exec(lines[0] ?? '')
  if (heading && lines.length === 1) return `<h${heading[1]?.length}>${inline(heading[2] ?? '')}</h${heading[1]?.length}>`
  if (lines.every((line) => bullet.test(line))) return `<ul>\n${items(lines, bullet)}\n</ul>`
  if (lines.every((line) => number.test(line))) return `<ol>\n${items(lines, number)}\n</ol>`
  return `<p>${lines.map((line) => inline(line.trim())).join('\n')}</p>`
}

export const markdownToHtml = (text: string | null): string =>
  (text ?? '')
    .split(/\n\s*\n/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map(block)
    .join('\n')
