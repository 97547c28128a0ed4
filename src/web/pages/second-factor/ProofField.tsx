import type { Control } from 'react-hook-form'
import type { ProofKind } from '#api/second-factor.ts'
import { t } from '#core/i18n/t.ts'
import { TextField } from '../../forms/FormField.tsx'

type Props = { form: { control: Control<{ name: string; proof: string }> }; kind: ProofKind }

/** Asks whether it is still the same person who logged in a while ago. */
export const ProofField = ({ form, kind }: Props) => {
  if (kind === 'password')
    return (
      <TextField
        form={form}
        name="proof"
        label={t('Password')}
        hint={t('Your log-in was a while ago: confirm that it is you.')}
        type="password"
        autoComplete="current-password"
        required
      />
    )
  if (kind === 'code')
    return (
      <TextField
        form={form}
        name="proof"
        label={t('Code')}
        hint={t('Your log-in was a while ago: confirm that it is you. Six digits from your app, or a recovery code.')}
        autoComplete="one-time-code"
        required
      />
    )
  return null
}

/** What is sent as proof. */
export const proofOf = (text: string): { proof?: string } => (text === '' ? {} : { proof: text })
