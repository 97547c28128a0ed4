import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { secondFactorCode } from '#api/bodies/sign-in/second-factor.ts'
import { removeTotpRoute, renewRecoveryCodesRoute, secondFactorRoute } from '#api/second-factor.ts'
import { t } from '#core/i18n/t.ts'
import { call } from '../../data/call.ts'
import { TextField } from '../../forms/FormField.tsx'
import { FormDialog } from '../../forms/FormFrame.tsx'
import { useEditForm } from '../../forms/use-edit-form.ts'
import { say } from '../../ui/feedback/toast.ts'
import { CodesDialog } from './CodesDialog.tsx'

/** Asks for a code before the second factor is turned off, or gets new recovery codes. */
export const CodeDialog = ({ action, onClose }: { action: 'off' | 'codes'; onClose: () => void }) => {
  const client = useQueryClient()
  const [codes, setCodes] = useState<string[]>([])
  const isOff = action === 'off'
  const form = useEditForm({
    start: { code: '' },
    body: { of: (values) => values, schema: secondFactorCode },
    save: async (body) => {
      if (!isOff) return (await call(renewRecoveryCodesRoute, { body })).recovery_codes
      await call(removeTotpRoute, { body })
      return []
    },
    onSaved: async (made: string[]) => {
      setCodes(made)
      await client.invalidateQueries({ queryKey: [secondFactorRoute.path] })
      if (!isOff) return
      say(t('The second factor is off'), { kind: 'good' })
      onClose()
    },
    isNew: true,
  })
  if (codes.length > 0) return <CodesDialog codes={codes} onClose={onClose} />
  return (
    <FormDialog
      form={form}
      id="second-factor-code"
      title={isOff ? t('Turn off the second factor') : t('New recovery codes')}
      action={isOff ? t('Turn off') : t('Make new codes')}
      onClose={onClose}
    >
      {!isOff && <p>{t('The codes that you have then no longer work.')}</p>}
      <TextField
        form={form}
        name="code"
        label={t('Code')}
        hint={t('Six digits from your app, or a recovery code')}
        autoComplete="one-time-code"
        required
      />
    </FormDialog>
  )
}
