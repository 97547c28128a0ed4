import { groupInfo } from '#api/groups.ts'
import { t } from '#core/i18n/t.ts'
import { lazyDialog } from '../../lazy/lazy-part.tsx'
import { ListPage } from '../../lists/page/ListPage.tsx'
import { useEditedRow } from '../../lists/use-edited.ts'
import { useListSession } from '../../lists/use-list-session.ts'
import { groupsConfig, type GroupRow } from './groups-config.tsx'

const GroupSheet = lazyDialog(async () => (await import('./GroupSheet.tsx')).GroupSheet)

/** Groups of people with the roles that they give. */
const GroupsPage = () => {
  const session = useListSession({ info: groupInfo, view: 'Group', noun: t.plural(1, 'group', 'groups') })
  const { edited, edit, close } = useEditedRow<GroupRow | 'new'>()
  return (
    <>
      <ListPage config={groupsConfig({ session, edit })} />
      {edited !== null && (
        <GroupSheet key={edited === 'new' ? 'new' : edited.id} group={edited === 'new' ? null : edited} onClose={close} />
      )}
    </>
  )
}

export default GroupsPage
