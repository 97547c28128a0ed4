import { t } from '#core/i18n/t.ts'
import type { Letter } from '../../http/outgoing/send-mail.ts'

type About = { to: string; name: string; app: string; url: string }

export const confirmAddress = ({ to, name, app, url }: About): Letter => ({
  to,
  subject: t('Your account for %(app)s', { app }),
  paragraphs: [
    t('Somebody, probably you, asked for the account %(name)s with this address.', { name }),
    t('The link below counts once and for a day. If it was not you, there is nothing to do: no account is made.'),
  ],
  link: { url, label: t('Choose a password') },
})

export const hasAccount = ({ to, app, url }: Omit<About, 'name'>): Letter => ({
  to,
  subject: t('Your account for %(app)s', { app }),
  paragraphs: [t('Somebody, probably you, asked for an account with this address, which already has one.')],
  link: { url, label: t('Log in') },
})

export const wasApproved = ({ to, name, app, url }: About): Letter => ({
  to,
  subject: t('Your account for %(app)s', { app }),
  paragraphs: [t('An administrator has approved your account %(name)s.', { name })],
  link: { url, label: t('Log in') },
})
