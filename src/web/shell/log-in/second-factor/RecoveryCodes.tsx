import { t } from '#core/i18n/t.ts'
import { Verbatim } from '../../../ui/text/Verbatim.tsx'
import css from './second-factor.module.css'

/** Codes for the day when the telephone is lost. They are shown once. */
export const RecoveryCodes = ({ codes }: { codes: readonly string[] }) => (
  <div className={css['steps']}>
    <p>{t('Keep these recovery codes in a safe place. Each replaces a code of the app once; they are shown only now.')}</p>
    <Verbatim text={codes.join('\n')} label={t('Copy the recovery codes')} />
  </div>
)
