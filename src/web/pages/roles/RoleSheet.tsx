import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useController } from 'react-hook-form'
import { newRole, rolePatch } from '#api/bodies/role.ts'
import {
  roleCreate,
  roleList,
  rolePermissions,
  roleSearch,
  roleSetGroups,
  roleSetPermissions,
  roleSetUsers,
  roleUpdate,
} from '#api/roles.ts'
import { builtInRoles } from '#core/access/built-in-roles.ts'
import { t } from '#core/i18n/t.ts'
import { call } from '../../data/call.ts'
import { useSession } from '../../data/session.ts'
import { emptyText } from '../../forms/field-text.ts'
import { FormField, TextField } from '../../forms/FormField.tsx'
import { FormSheet } from '../../forms/FormFrame.tsx'
import { LoadingSheet } from '../../forms/LoadingSheet.tsx'
import { useEditForm, type EditForm } from '../../forms/use-edit-form.ts'
import { searchGroups, searchUsers } from '../../lists/people/searches.ts'
import { RecordsField, type NamedRecord } from '../../forms/RecordsField.tsx'
import { withSaveFailure } from '../../lists/save-failure.ts'
import { say } from '../../ui/feedback/toast.ts'
import { PairsField } from './PairsField.tsx'
import { holdersOf } from './role-queries.ts'
import type { RoleRow } from './roles-config.tsx'

type Props = { role: RoleRow | null; onClose: () => void }

const width = 640

const titleOf = (role: Props['role']) => (role ? t('Edit role') : t('New role'))

/** A new or existing role: its permissions, and the people and groups that hold it. */
export const RoleSheet = ({ role, onClose }: Props) => {
  const { data, error, refetch } = useQuery({
    ...holdersOf(role?.user_ids ?? [], role?.group_ids ?? []),
    enabled: role !== null,
    gcTime: 0,
  })
  if (role === null) return <Form role={role} users={[]} groups={[]} onClose={onClose} />
  if (data) return <Form role={role} {...data} onClose={onClose} />
  return <LoadingSheet title={titleOf(role)} width={width} error={error} onRetry={() => void refetch()} onClose={onClose} />
}

const Form = ({ role, users, groups, onClose }: Props & { users: NamedRecord[]; groups: NamedRecord[] }) => {
  const client = useQueryClient()
  const { hasPermission } = useSession()
  const isBuiltIn = role !== null && builtInRoles.includes(role.name)
  const start: Values = { name: role?.name ?? '', users, groups, pairs: role?.permission_ids ?? [] }
  const bodyOf = ({ name }: typeof start) => ({ name: name.trim() })
  const form = useEditForm({
    start,
    body: { of: bodyOf, schema: role ? rolePatch : newRole },
    check: ({ name }) => (name.trim() ? [] : [{ path: 'name', text: emptyText() }]),
    save: async (values) => {
      const pk = role?.id ?? (await call(roleCreate, { body: bodyOf(values) })).id
      const params = { pk }
      if (role && values.name !== role.name) await call(roleUpdate, { params, body: bodyOf(values) })
      if (values.pairs !== start.pairs) await call(roleSetPermissions, { params, body: { permission_view_menu_ids: values.pairs } })
      if (values.users !== start.users) await call(roleSetUsers, { params, body: { user_ids: values.users.map(({ id }) => id) } })
      if (values.groups !== start.groups) await call(roleSetGroups, { params, body: { group_ids: values.groups.map(({ id }) => id) } })
    },
    onSaved: async () => {
      say(t('Role saved'), { kind: 'good' })
      onClose()
      await Promise.all(
        [roleSearch.path, roleList.path, rolePermissions.path].map((path) => client.invalidateQueries({ queryKey: [path] })),
      )
    },
    isNew: !role,
  })
  return (
    <FormSheet
      form={withSaveFailure(form, { isNew: !role, noun: t.plural(1, 'role', 'roles') })}
      id="role"
      width={width}
      title={titleOf(role)}
      disabled={!hasPermission(role ? 'can_put' : 'can_post', 'Role')}
      onClose={onClose}
    >
      <TextField
        form={form}
        name="name"
        label={t('Name')}
        required
        maxLength={64}
        readOnly={isBuiltIn}
        hint={isBuiltIn ? t('Built in: it keeps its name, and a new release may reset its permissions.') : undefined}
      />
      <FormField form={form} name="users" label={t('People')}>
        {({ value, onValue }) => <RecordsField label={t('People')} records={value} onChange={onValue} search={searchUsers} />}
      </FormField>
      <FormField form={form} name="groups" label={t('Groups')}>
        {({ value, onValue }) => <RecordsField label={t('Groups')} records={value} onChange={onValue} search={searchGroups} />}
      </FormField>
      <PermissionsField form={form} />
    </FormSheet>
  )
}

type Values = { name: string; users: NamedRecord[]; groups: NamedRecord[]; pairs: number[] }

const PermissionsField = ({ form }: { form: EditForm<Values> }) => {
  const { field } = useController({ control: form.control, name: 'pairs' })
  return <PairsField held={field.value} onChange={field.onChange} />
}
