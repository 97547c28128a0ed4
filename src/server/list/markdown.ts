import { Marked, type Tokens } from 'marked'

const escapeHtml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;').replaceAll("'", '&#39;')

const isSafe = (address: string) => /^(https?:\/\/|mailto:|\/|#)/i.test(address)

/** HTML of its own stays text, and so does a link that could run code or a picture, which would load from elsewhere. */
const marked = new Marked({
  renderer: {
    html: ({ text, block }: Tokens.HTML | Tokens.Tag) => (block ? `<p>${escapeHtml(text.trim())}</p>\n` : escapeHtml(text)),
    link: ({ href, raw }) => (isSafe(href) ? false : escapeHtml(raw)),
    image: ({ raw }) => escapeHtml(raw),
  },
})

/** A description as HTML that is safe to show; what is nested too deeply to be read stays text. */
export const markdownToHtml = (text: string | null): string => {
  try {
    return marked.parse(text ?? '', { async: false }).trim()
  } catch {
    return `<p>${escapeHtml(text ?? '')}</p>`
  }
}
