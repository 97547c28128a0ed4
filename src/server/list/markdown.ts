import { Marked, type Tokens } from 'marked'

const escapeHtml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;').replaceAll("'", '&#39;')

const isSafe = (address: string) => /^(https?:\/\/|mailto:|\/|#)/i.test(address)

/** Raw HTML stays text, and so do images, which would load external content, and links that could run code. */
const marked = new Marked({
  renderer: {
    html: ({ text, block }: Tokens.HTML | Tokens.Tag) => (block ? `<p>${escapeHtml(text.trim())}</p>\n` : escapeHtml(text)),
    link: ({ href, raw }) => (isSafe(href) ? false : escapeHtml(raw)),
    image: ({ raw }) => escapeHtml(raw),
  },
})

/** Renders a description as safe HTML; too deeply nested Markdown stays text. */
export const markdownToHtml = (text: string | null): string => {
  try {
    return marked.parse(text ?? '', { async: false }).trim()
  } catch {
    return `<p>${escapeHtml(text ?? '')}</p>`
  }
}
