import { useState } from 'react'
import { useSession } from '../../data/session.ts'
import { DatasetSheet } from '../../dataset/DatasetSheet.tsx'
import { ListPage } from '../../lists/ListPage.tsx'
import { datasetsConfig } from './datasets-config.tsx'

const DatasetsPage = () => {
  const session = useSession()
  const [edited, edit] = useState<number | null>(null)
  return (
    <>
      <ListPage config={datasetsConfig({ session, edit })} />
      {edited !== null && <DatasetSheet id={edited} onClose={() => edit(null)} />}
    </>
  )
}

export default DatasetsPage
