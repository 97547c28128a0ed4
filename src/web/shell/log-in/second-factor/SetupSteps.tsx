import { t } from '#core/i18n/t.ts'
import { Verbatim } from '../../../ui/text/Verbatim.tsx'
import { QrCode } from './QrCode.tsx'
import css from './second-factor.module.css'

/** How to bring a new secret into an app: by its picture, or typed. */
export const SetupSteps = ({ uri, secret }: { uri: string; secret: string }) => (
  <div className={css['steps']}>
    <p>{t('Scan this with an app that shows codes, such as Aegis, Google Authenticator or 1Password.')}</p>
    <QrCode text={uri} label={t('QR code for the app')} />
    <p className={css['note']}>{t('Or type this key into the app:')}</p>
    <Verbatim text={secret.replaceAll(/(.{4})(?=.)/g, '$1 ')} label={t('Copy the key')} />
  </div>
)
