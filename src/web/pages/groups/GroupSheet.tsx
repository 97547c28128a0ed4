import { useQueryClient } from '@tanstack/react-query'
import { groupPatch, newGroup } from '#api/bodies/group.ts'
import { groupCreate, groupList, groupUpdate } from '#api/groups.ts'
import { userList } from '#api/users.ts'
import { t } from '#core/i18n/t.ts'
import { call } from '../../data/call.ts'
import { useSession } from '../../data/session.ts'
import { AreaField, FormField, TextField } from '../../forms/FormField.tsx'
import { FormSheet } from '../../forms/FormFrame.tsx'
import { useEditForm } from '../../forms/use-edit-form.ts'
import { searchRoles, searchUsers } from '../../lists/people/searches.ts'
import { RecordsField } from '../../forms/RecordsField.tsx'
import { withSaveFailure } from '../../lists/save-failure.ts'
import { say } from '../../ui/feedback/toast.ts'
import type { GroupRow } from './groups-config.tsx'

type Props = { group: GroupRow | null; onClose: () => void }

/** A new or existing group: its names, its people, and the roles that they get. */
export const GroupSheet = ({ group, onClose }: Props) => {
  const client = useQueryClient()
  const { hasPermission } = useSession()
  const start = {
    name: group?.name ?? '',
    label: group?.label ?? '',
    description: group?.description ?? '',
    users: (group?.users ?? []).map(({ id, username }) => ({ id, name: username })),
    roles: group?.roles ?? [],
  }
  const bodyOf = ({ users, roles, ...names }: typeof start) => ({
    ...names,
    users: users.map(({ id }) => id),
    roles: roles.map(({ id }) => id),
  })
  const form = useEditForm({
    start,
    body: { of: bodyOf, schema: group ? groupPatch : newGroup },
    save: async (values) => {
      const body = bodyOf(values)
      await (group ? call(groupUpdate, { params: { pk: group.id }, body }) : call(groupCreate, { body }))
    },
    onSaved: async () => {
      say(t('Group saved'), { kind: 'good' })
      onClose()
      await Promise.all([groupList.path, userList.path].map((path) => client.invalidateQueries({ queryKey: [path] })))
    },
    isNew: !group,
  })
  return (
    <FormSheet
      form={withSaveFailure(form, { isNew: !group, noun: t.plural(1, 'group', 'groups') })}
      id="group"
      width={480}
      title={group ? t('Edit group') : t('New group')}
      disabled={!hasPermission(group ? 'can_put' : 'can_post', 'Group')}
      onClose={onClose}
    >
      <TextField form={form} name="name" label={t('Name')} required maxLength={100} />
      <TextField form={form} name="label" label={t('Label')} maxLength={150} />
      <AreaField form={form} name="description" label={t('Description')} rows={3} maxLength={512} />
      <FormField form={form} name="users" label={t('People')}>
        {({ value, onValue }) => <RecordsField label={t('People')} records={value} onChange={onValue} search={searchUsers} />}
      </FormField>
      <FormField form={form} name="roles" label={t('Roles')} hint={t('Everybody in the group holds them.')}>
        {({ value, onValue }) => <RecordsField label={t('Roles')} records={value} onChange={onValue} search={searchRoles} />}
      </FormField>
    </FormSheet>
  )
}
