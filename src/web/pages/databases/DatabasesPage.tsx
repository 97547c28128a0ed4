import { useSession } from '../../data/session.ts'
import { lazyDialog } from '../../lazy/lazy-part.tsx'
import { ListPage } from '../../lists/page/ListPage.tsx'
import { useEditedRow } from '../../lists/use-edited.ts'
import { databasesConfig } from './databases-config.tsx'

const ConnectDialog = lazyDialog(async () => (await import('../../connect/ConnectDialog.tsx')).ConnectDialog)

const DatabasesPage = () => {
  const session = useSession()
  const { edited, edit, close } = useEditedRow()
  return (
    <>
      <ListPage config={databasesConfig({ session, edit })} />
      {edited !== null && <ConnectDialog edit={edited} onClose={close} />}
    </>
  )
}

export default DatabasesPage
