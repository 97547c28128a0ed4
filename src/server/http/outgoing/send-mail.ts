import { escapeText } from '#charts/shared/text/html.ts'
import { colors } from '#core/theme/tokens.ts'
import type { Config } from '../../start/config.ts'

/** Plain paragraphs; the link is below them as a button. */
export type Letter = { to: string; subject: string; paragraphs: string[]; link?: { url: string; label: string } }

const timeoutMs = 20_000

const textOf = ({ paragraphs, link }: Letter) => [...paragraphs, ...(link ? [link.url] : [])].join('\n\n')

const htmlOf = ({ paragraphs, link }: Letter) =>
  '<div style="font-family: system-ui, sans-serif; font-size: 15px; line-height: 1.5; max-width: 520px">' +
  paragraphs.map((text) => `<p>${escapeText(text)}</p>`).join('') +
  (link
    ? `<p><a href="${escapeText(link.url)}" style="display: inline-block; padding: 8px 16px; border-radius: 4px; background: ${colors.light.accent};` +
      ` color: ${colors.light.onAccent}; text-decoration: none">${escapeText(link.label)}</a></p>`
    : '') +
  '</div>'

/** The letter as a mail has it, for readers with and without HTML. */
export const writeLetter = (letter: Letter) => ({ subject: letter.subject, text: textOf(letter), html: htmlOf(letter) })

/** Hands a letter to the mail server. @throws Error when it does not take it, or no mail server is set */
export const sendMail = async ({ mail }: Pick<Config, 'mail'>, letter: Letter): Promise<void> => {
  if (!mail) throw new Error('No mail server is set')
  const { createTransport } = await import('nodemailer')
  const transport = createTransport({
    host: mail.host,
    port: mail.port,
    secure: mail.security === 'tls',
    requireTLS: mail.security === 'starttls',
    ignoreTLS: mail.security === 'none',
    ...(mail.login && { auth: mail.login }),
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    // Texts come from people: nothing in them may read a file or an address.
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  try {
    await transport.sendMail({
      from: mail.from,
      to: { name: '', address: letter.to },
      ...writeLetter(letter),
    })
  } finally {
    transport.close()
  }
}
