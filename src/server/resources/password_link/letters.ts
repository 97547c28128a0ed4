import { t } from '#core/i18n/t.ts'
import type { Letter } from '../../http/outgoing/send-mail.ts'

type About = { to: string; name: string; app: string; url: string }

export const forgottenPassword = ({ to, name, app, url }: About): Letter => ({
  to,
  subject: t('Your password for %(app)s', { app }),
  paragraphs: [
    t('Somebody, probably you, asked for a new password for the account %(name)s.', { name }),
    t('The link below counts once and for an hour. If it was not you, there is nothing to do: your password stays.'),
  ],
  link: { url, label: t('Choose a new password') },
})

export const invitation = ({ to, name, app, url, by }: About & { by: string }): Letter => ({
  to,
  subject: t('Your account for %(app)s', { app }),
  paragraphs: [
    t('%(by)s has made an account for you. Your user name is %(name)s.', { by, name }),
    t('The link below counts once and for an hour. After that, ask for a new one under “Forgot your password?” on the log-in page.'),
  ],
  link: { url, label: t('Choose your password') },
})
