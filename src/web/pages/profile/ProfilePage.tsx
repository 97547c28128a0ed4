import { useQueryClient } from '@tanstack/react-query'
import { changeMe } from '#api/bodies/me.ts'
import { changeMeRoute } from '#api/me.ts'
import { t } from '#core/i18n/t.ts'
import { call } from '../../data/call.ts'
import { sessionKey, useSession } from '../../data/session.ts'
import { emptyText } from '../../forms/field-text.ts'
import { FormBody } from '../../forms/FormBody.tsx'
import { TextField } from '../../forms/FormField.tsx'
import { useEditForm } from '../../forms/use-edit-form.ts'
import { Button } from '../../ui/button/Button.tsx'
import { say } from '../../ui/feedback/toast.ts'
import { Facts, type Fact } from '../../ui/text/Facts.tsx'
import { usePageTitle } from '../../window/use-page-title.ts'
import css from './ProfilePage.module.css'

const names = (records: readonly { name: string }[]) => records.map(({ name }) => name).join(', ') || '–'

/** The own account: the name can be changed here, rights only by an administrator. */
const ProfilePage = () => {
  usePageTitle(t('Profile'))
  const { user } = useSession()
  const client = useQueryClient()
  const form = useEditForm({
    start: { first_name: user.first_name, last_name: user.last_name },
    body: { of: (values) => values, schema: changeMe },
    check: (values) => (['first_name', 'last_name'] as const).flatMap((path) => (values[path].trim() ? [] : [{ path, text: emptyText() }])),
    save: (body) => call(changeMeRoute, { body }),
    onSaved: async (_answer, values) => {
      say(t('Profile saved'), { kind: 'good' })
      form.reset(values)
      await client.invalidateQueries({ queryKey: sessionKey })
    },
  })
  const facts: Fact[] = [
    [t('User name'), user.username],
    [t('E-mail address'), user.email || '–'],
    [t('Roles'), names(user.roles)],
    [t('Groups'), names(user.groups)],
  ]
  return (
    <div className={css['page']}>
      <h1>{t('Profile')}</h1>
      <FormBody form={form}>
        <TextField form={form} name="first_name" label={t('First name')} required maxLength={64} autoComplete="given-name" />
        <TextField form={form} name="last_name" label={t('Last name')} required maxLength={64} autoComplete="family-name" />
        <div>
          <Button kind="primary" type="submit" busy={form.isBusy} focusableWhenDisabled disabled={!form.canSave}>
            {t('Save')}
          </Button>
        </div>
      </FormBody>
      <section className={css['account']}>
        <h2>{t('Account')}</h2>
        <Facts facts={facts} />
      </section>
    </div>
  )
}

export default ProfilePage
