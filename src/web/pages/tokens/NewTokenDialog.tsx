import { useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { apiTokensRoute, createApiTokenRoute } from '#api/api-token.ts'
import { apiTokenBody } from '#api/bodies/sign-in/api-token.ts'
import type { Scope } from '#core/access/scopes.ts'
import { t } from '#core/i18n/t.ts'
import { call } from '../../data/call.ts'
import { emptyText } from '../../forms/field-text.ts'
import { FormField, TextField } from '../../forms/FormField.tsx'
import { FormDialog } from '../../forms/FormFrame.tsx'
import { useEditForm } from '../../forms/use-edit-form.ts'
import { Button } from '../../ui/button/Button.tsx'
import { Picker } from '../../ui/choice/Picker.tsx'
import { Dialog } from '../../ui/overlay/Dialog.tsx'
import { Verbatim } from '../../ui/text/Verbatim.tsx'
import { ScopeBoxes } from './ScopeBoxes.tsx'
import { lifetimeLabel, lifetimes, type Lifetime } from './token-words.ts'

const start: { name: string; scopes: Scope[]; days: Lifetime } = { name: '', scopes: ['read'], days: 90 }

/** Names a new token and what it may do, then shows it once. */
export const NewTokenDialog = ({ onClose }: { onClose: () => void }) => {
  const client = useQueryClient()
  const [token, setToken] = useState('')
  const form = useEditForm({
    start,
    body: { of: (values) => values, schema: apiTokenBody },
    check: ({ name, scopes }) => [
      ...(name.trim() ? [] : [{ path: 'name', text: emptyText() }]),
      ...(scopes.length > 0 ? [] : [{ path: 'scopes', text: t('Choose at least one') }]),
    ],
    save: (body) => call(createApiTokenRoute, { body }),
    onSaved: async (answer) => {
      setToken(answer.token)
      await client.invalidateQueries({ queryKey: [apiTokensRoute.path] })
    },
    isNew: true,
  })
  if (token)
    return (
      <Dialog
        open
        title={t('Your new token')}
        closeOnPress={false}
        onClose={onClose}
        footer={
          <Button kind="primary" onClick={onClose}>
            {t('Close')}
          </Button>
        }
      >
        <p>{t('Copy it now: it is shown only this once. Programs send it as “Authorization: Bearer …”.')}</p>
        <Verbatim text={token} label={t('Copy the token')} />
      </Dialog>
    )
  return (
    <FormDialog form={form} id="api-token" title={t('New API token')} action={t('Create token')} onClose={onClose}>
      <TextField
        form={form}
        name="name"
        label={t('Name')}
        hint={t('What it is for, such as the program that uses it')}
        required
        maxLength={100}
      />
      <FormField form={form} name="scopes" label={t('It may')} hint={t('Never more than you may yourself.')}>
        {({ value, onValue }) => <ScopeBoxes value={value} onValue={onValue} />}
      </FormField>
      <FormField form={form} name="days" label={t('Expires after')}>
        {({ value, onValue }) => (
          <Picker
            label={t('Expires after')}
            value={value ?? 0}
            options={lifetimes.map((days) => ({ value: days ?? 0, label: lifetimeLabel(days) }))}
            onChange={(days) => onValue(lifetimes.find((one) => one === days) ?? null)}
          />
        )}
      </FormField>
    </FormDialog>
  )
}
