import { roleInfo } from '#api/roles.ts'
import { t } from '#core/i18n/t.ts'
import { lazyDialog } from '../../lazy/lazy-part.tsx'
import { ListPage } from '../../lists/page/ListPage.tsx'
import { useEditedRow } from '../../lists/use-edited.ts'
import { useListSession } from '../../lists/use-list-session.ts'
import { rolesConfig, type RoleRow } from './roles-config.tsx'

const RoleSheet = lazyDialog(async () => (await import('./RoleSheet.tsx')).RoleSheet)

/** Roles with their permissions, and who holds them. */
const RolesPage = () => {
  const session = useListSession({ info: roleInfo, view: 'Role', noun: t.plural(1, 'role', 'roles') })
  const { edited, edit, close } = useEditedRow<RoleRow | 'new'>()
  return (
    <>
      <ListPage config={rolesConfig({ session, edit })} />
      {edited !== null && <RoleSheet key={edited === 'new' ? 'new' : edited.id} role={edited === 'new' ? null : edited} onClose={close} />}
    </>
  )
}

export default RolesPage
