import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { newInvitation, newUser, userPatch } from '#api/bodies/user.ts'
import { minPasswordLength } from '#api/bodies/me.ts'
import { userAttributesGet, userAttributesSet } from '#api/user-attributes.ts'
import { invitationCreate } from '#api/password-link.ts'
import { userCreate, userList, userUpdate } from '#api/users.ts'
import { t } from '#core/i18n/t.ts'
import { call } from '../../data/call.ts'
import { routeQuery } from '../../data/resources.ts'
import { useCanMail } from '../../data/log-in/ways.ts'
import { useSession } from '../../data/session.ts'
import { emptyText } from '../../forms/field-text.ts'
import { AreaField, CheckField, FormField, TextField } from '../../forms/FormField.tsx'
import { FormSheet } from '../../forms/FormFrame.tsx'
import { LoadingSheet } from '../../forms/LoadingSheet.tsx'
import { useEditForm } from '../../forms/use-edit-form.ts'
import { searchGroups, searchRoles } from '../../lists/people/searches.ts'
import { RecordsField } from '../../forms/RecordsField.tsx'
import { withSaveFailure } from '../../lists/save-failure.ts'
import { Checkbox } from '../../ui/choice/Checkbox.tsx'
import { say } from '../../ui/feedback/toast.ts'
import { attributeLines, lineFaults, readLines } from './attribute-lines.ts'
import type { UserRow } from './users-config.tsx'

type Attribute = { name: string; value: string | string[]; source: string }

type Props = { user: UserRow | null; onClose: () => void }

const titleOf = (user: Props['user']) => (user ? t('Edit user') : t('New user'))

/** A new or existing account. */
export const UserSheet = ({ user, onClose }: Props) => {
  const { data, error, refetch } = useQuery({
    ...routeQuery(userAttributesGet, { params: { pk: user?.id ?? 0 } }),
    enabled: user !== null,
    gcTime: 0,
  })
  if (user === null) return <Form user={user} attributes={[]} onClose={onClose} />
  if (data) return <Form user={user} attributes={data.result} onClose={onClose} />
  return <LoadingSheet title={titleOf(user)} error={error} onRetry={() => void refetch()} onClose={onClose} />
}

const Form = ({ user, attributes, onClose }: Props & { attributes: Attribute[] }) => {
  const client = useQueryClient()
  const canMail = useCanMail()
  const [wantsInvitation, setWantsInvitation] = useState(true)
  const invites = !user && canMail && wantsInvitation
  const { hasPermission } = useSession()
  const own = attributeLines(attributes.filter(({ source }) => source === 'hand'))
  const foreign = attributeLines(attributes.filter(({ source }) => source !== 'hand'))
  const start = {
    first_name: user?.first_name ?? '',
    last_name: user?.last_name ?? '',
    username: user?.username ?? '',
    email: user?.email ?? '',
    active: user?.active ?? true,
    roles: user?.roles ?? [],
    groups: (user?.groups ?? []).map(({ id, name }) => ({ id, name })),
    password: '',
    attributes: own,
  }
  const patchOf = ({ attributes: _lines, password, roles, groups, ...names }: typeof start) => ({
    ...names,
    roles: roles.map(({ id }) => id),
    groups: groups.map(({ id }) => id),
    ...(password && { password }),
  })
  const bodyOf = (values: typeof start) => ({ ...patchOf(values), password: values.password })
  const create = async (values: typeof start): Promise<number> => {
    if (!invites) return (await call(userCreate, { body: bodyOf(values) })).id
    const { id, is_sent } = await call(invitationCreate, { body: patchOf(values) })
    if (!is_sent)
      say(t('The account was made, but the mail server did not take the invitation. Send it again from the list.'), { kind: 'bad' })
    return id
  }
  const form = useEditForm({
    start,
    body: invites ? { of: patchOf, schema: newInvitation } : { of: user ? patchOf : bodyOf, schema: user ? userPatch : newUser },
    check: (values) => [
      ...(user ? (['first_name', 'username'] as const) : (['first_name', 'username', 'email'] as const)).flatMap((path) =>
        values[path].trim() ? [] : [{ path, text: emptyText() }],
      ),
      ...(values.roles.length + values.groups.length > 0 ? [] : [{ path: 'roles', text: t('A user needs at least one role or group') }]),
      ...lineFaults('attributes', values.attributes),
    ],
    save: async (values) => {
      const id = user?.id ?? (await create(values))
      if (user) await call(userUpdate, { params: { pk: id }, body: patchOf(values) })
      if (values.attributes !== own)
        await call(userAttributesSet, { params: { pk: id }, body: { attributes: readLines(values.attributes) } })
    },
    onSaved: async () => {
      say(t('User saved'), { kind: 'good' })
      onClose()
      await client.invalidateQueries({ queryKey: [userList.path] })
    },
    isNew: !user,
  })
  return (
    <FormSheet
      form={withSaveFailure(form, { isNew: !user, noun: t.plural(1, 'user', 'users') })}
      id="user"
      width={480}
      title={titleOf(user)}
      disabled={!hasPermission(user ? 'can_put' : 'can_post', 'User')}
      onClose={onClose}
    >
      <TextField form={form} name="first_name" label={t('First name')} required maxLength={64} />
      <TextField form={form} name="last_name" label={t('Last name')} maxLength={64} />
      <TextField form={form} name="username" label={t('User name')} required maxLength={250} autoComplete="off" />
      <TextField form={form} name="email" label={t('E-mail address')} required={!user} type="email" maxLength={320} autoComplete="off" />
      {!user && canMail && (
        <Checkbox
          label={t('Send an invitation, by which the person chooses a password')}
          checked={wantsInvitation}
          onChange={setWantsInvitation}
        >
          {t('Send an invitation, by which the person chooses a password')}
        </Checkbox>
      )}
      {!invites && (
        <TextField
          form={form}
          name="password"
          label={user ? t('New password') : t('Password')}
          hint={
            user
              ? t('Left empty, the password stays. A new one ends all sessions.')
              : t('%(count)s characters or more', { count: minPasswordLength })
          }
          type="password"
          autoComplete="new-password"
        />
      )}
      <FormField form={form} name="roles" label={t('Roles')}>
        {({ value, onValue }) => <RecordsField label={t('Roles')} records={value} onChange={onValue} search={searchRoles} />}
      </FormField>
      <FormField form={form} name="groups" label={t('Groups')} hint={t('The roles of its groups hold for a user, too.')}>
        {({ value, onValue }) => <RecordsField label={t('Groups')} records={value} onChange={onValue} search={searchGroups} />}
      </FormField>
      <AreaField
        form={form}
        name="attributes"
        mono
        rows={3}
        spellCheck={false}
        label={t('Attributes')}
        hint={
          foreign
            ? t('One per line, for row-level rules and templates. From the log-in: %(list)s', { list: foreign.replaceAll('\n', '; ') })
            : t('One per line, such as region = EU, for row-level rules and templates. A name on several lines has several values.')
        }
      />
      <CheckField form={form} name="active" label={t('May log in')} />
    </FormSheet>
  )
}
