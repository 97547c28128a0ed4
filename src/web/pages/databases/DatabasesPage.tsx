import { useState } from 'react'
import { ConnectDialog } from '../../connect/ConnectDialog.tsx'
import { useSession } from '../../data/session.ts'
import { ListPage } from '../../lists/ListPage.tsx'
import { databasesConfig } from './databases-config.tsx'

const DatabasesPage = () => {
  const session = useSession()
  const [edited, edit] = useState<number | null>(null)
  return (
    <>
      <ListPage config={databasesConfig({ session, edit })} />
      {edited !== null && <ConnectDialog edit={edited} onClose={() => edit(null)} />}
    </>
  )
}

export default DatabasesPage
