import { databaseInfo } from '#api/database.ts'
import { t } from '#core/i18n/t.ts'
import { lazyDialog } from '../../lazy/lazy-part.tsx'
import { ListPage } from '../../lists/page/ListPage.tsx'
import { useEditedRow } from '../../lists/use-edited.ts'
import { useListSession } from '../../lists/use-list-session.ts'
import { databasesConfig } from './databases-config.tsx'

const ConnectDialog = lazyDialog(async () => (await import('../../connect/ConnectDialog.tsx')).ConnectDialog)

const DatabasesPage = () => {
  const session = useListSession({ info: databaseInfo, view: 'Database', noun: t.plural(1, 'database', 'databases') })
  const { edited, edit, close } = useEditedRow()
  return (
    <>
      <ListPage config={databasesConfig({ session, edit })} />
      {edited !== null && <ConnectDialog edit={edited} onClose={close} />}
    </>
  )
}

export default DatabasesPage
