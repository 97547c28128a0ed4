import { FingerprintPattern } from 'lucide-react'
import { t } from '#core/i18n/t.ts'
import type { Needed } from '../../../data/log-in/log-in.ts'
import { canUsePasskeys } from '../../../data/log-in/passkey.ts'
import { SetupSteps } from './SetupSteps.tsx'
import { Button } from '../../../ui/button/Button.tsx'
import { Field } from '../../../ui/text/Field.tsx'
import { TextInput } from '../../../ui/text/TextInput.tsx'

type Props = { needed: Needed; code: string; error: string; onCode: (code: string) => void; onPasskey: (account: string) => void }

const hintOf = (needed: Needed): string => {
  if (needed.needs === 'enroll') return t('Six digits from your app')
  return needed.hasApp ? t('Six digits from your app, or a recovery code') : t('A recovery code')
}

/** The second step of a log-in: a passkey or a code, before which the second factor may have to be set up. */
export const CodeStep = ({ needed, code, error, onCode, onPasskey }: Props) => {
  const account = needed.needs === 'code' && canUsePasskeys() ? needed.account : null
  return (
    <>
      {needed.needs === 'enroll' && (
        <>
          <p>{t('One of your roles demands a second factor.')}</p>
          <SetupSteps uri={needed.uri} secret={needed.secret} />
        </>
      )}
      {account !== null && (
        <Button icon={<FingerprintPattern />} autoFocus onClick={() => onPasskey(account)}>
          {t('Use a passkey')}
        </Button>
      )}
      <Field label={t('Code')} hint={hintOf(needed)} error={error}>
        <TextInput name="code" autoComplete="one-time-code" required autoFocus={account === null} value={code} onValue={onCode} />
      </Field>
    </>
  )
}
