import { z } from 'zod'

const text = () => z.string().min(1).optional()

/** The settings by which mail is sent. */
export const mailSettings = {
  smtpHost: text().describe('Mail server; without one there are neither invitations nor links for a forgotten password'),
  smtpPort: z.coerce
    .number({ error: 'It must be a port.' })
    .int({ error: 'It must be a port.' })
    .min(1, { error: 'It must be a port.' })
    .max(65_535, { error: 'It must be a port.' })
    .default(587)
    .describe('Port of the mail server'),
  smtpSecurity: z
    .enum(['starttls', 'tls', 'none'], { error: 'It must be starttls, tls or none.' })
    .default('starttls')
    .describe('How the connection to the mail server is encrypted: starttls, tls or none'),
  smtpUser: text().describe('Mail server: user name'),
  smtpPassword: text().describe('Mail server: password'),
  mailFrom: text().describe('Sender of mails, such as "Charts <charts@example.org>"'),
} as const

type MailSettings = { [K in keyof typeof mailSettings]: z.output<(typeof mailSettings)[K]> }

export type Mail = {
  host: string
  port: number
  security: MailSettings['smtpSecurity']
  login: { user: string; pass: string } | null
  from: string
}

/** How mail is sent, or null. Links in mails need an address that no request can choose, so the public URL must be set. */
export const readMail = (set: MailSettings & { publicUrl?: string | undefined }): { mail: Mail | null } | { fault: string } => {
  const { smtpHost: host, smtpUser: user, smtpPassword: pass, mailFrom: from } = set
  if (host === undefined) return { mail: null }
  if (from === undefined) return { fault: '--smtp-host needs --mail-from, the sender of mails.' }
  if (set.publicUrl === undefined) return { fault: '--smtp-host needs --public-url, where links in mails lead.' }
  if ((user === undefined) !== (pass === undefined)) return { fault: '--smtp-user and --smtp-password belong together.' }
  const login = user !== undefined && pass !== undefined ? { user, pass } : null
  return { mail: { host, port: set.smtpPort, security: set.smtpSecurity, login, from } }
}
