import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { passkeyName } from '#api/bodies/sign-in/passkey.ts'
import { renamePasskeyRoute, secondFactorRoute, type Passkey, type ProofKind } from '#api/second-factor.ts'
import { t } from '#core/i18n/t.ts'
import { call } from '../../data/call.ts'
import { makePasskey } from '../../data/log-in/passkey.ts'
import { TextField } from '../../forms/FormField.tsx'
import { FormDialog } from '../../forms/FormFrame.tsx'
import { useEditForm } from '../../forms/use-edit-form.ts'
import { CodesDialog } from './CodesDialog.tsx'
import { ProofField, proofOf } from './ProofField.tsx'

type Props = { passkey?: Passkey; proof: ProofKind; onClose: () => void }

/** Names a passkey: a new one, which the browser then makes, or one that exists. */
export const PasskeyDialog = ({ passkey, proof: kind, onClose }: Props) => {
  const client = useQueryClient()
  const [codes, setCodes] = useState<string[]>([])
  const form = useEditForm({
    start: { name: passkey?.name ?? '', proof: '' },
    body: { of: ({ name }) => ({ name }), schema: passkeyName },
    save: async ({ name, proof }) => {
      if (!passkey) return makePasskey(name, proofOf(proof))
      await call(renamePasskeyRoute, { params: { pk: passkey.id }, body: { name } })
      return []
    },
    onSaved: async (made: string[]) => {
      setCodes(made)
      await client.invalidateQueries({ queryKey: [secondFactorRoute.path] })
      if (made.length === 0) onClose()
    },
    isNew: !passkey,
  })
  if (codes.length > 0) return <CodesDialog codes={codes} onClose={onClose} />
  return (
    <FormDialog
      form={form}
      id="passkey"
      title={passkey ? t('Rename the passkey') : t('Add a passkey')}
      action={passkey ? t('Rename') : t('Continue')}
      onClose={onClose}
    >
      <TextField
        form={form}
        name="name"
        label={t('Name')}
        hint={t('Where it is kept, such as this computer, a telephone or a security key')}
        required
        maxLength={100}
      />
      {!passkey && <ProofField form={form} kind={kind} />}
      {!passkey && <p>{t('Your browser then asks where to keep the passkey.')}</p>}
    </FormDialog>
  )
}
