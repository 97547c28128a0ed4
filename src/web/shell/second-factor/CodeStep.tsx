import { t } from '#core/i18n/t.ts'
import type { Needed } from '../../data/log-in/log-in.ts'
import { SetupSteps } from './SetupSteps.tsx'
import { Field } from '../../ui/text/Field.tsx'
import { TextInput } from '../../ui/text/TextInput.tsx'

type Props = { needed: Needed; code: string; error: string; onCode: (code: string) => void }

/** The second step of a log-in: a code, before which the second factor may have to be set up. */
export const CodeStep = ({ needed, code, error, onCode }: Props) => (
  <>
    {needed.needs === 'enroll' && (
      <>
        <p>{t('One of your roles demands a second factor.')}</p>
        <SetupSteps uri={needed.uri} secret={needed.secret} />
      </>
    )}
    <Field
      label={t('Code')}
      hint={needed.needs === 'code' ? t('Six digits from your app, or a recovery code') : t('Six digits from your app')}
      error={error}
    >
      <TextInput name="code" autoComplete="one-time-code" required autoFocus value={code} onValue={onCode} />
    </Field>
  </>
)
