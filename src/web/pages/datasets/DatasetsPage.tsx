import { useSession } from '../../data/session.ts'
import { lazyDialog } from '../../lazy/lazy-part.tsx'
import { ListPage } from '../../lists/page/ListPage.tsx'
import { useEditedRow } from '../../lists/use-edited.ts'
import { datasetsConfig } from './datasets-config.tsx'

const DatasetSheet = lazyDialog(async () => (await import('../../dataset/DatasetSheet.tsx')).DatasetSheet)

const DatasetsPage = () => {
  const session = useSession()
  const { edited, edit, close } = useEditedRow()
  return (
    <>
      <ListPage config={datasetsConfig({ session, edit })} />
      {edited !== null && <DatasetSheet key={edited} id={edited} onClose={close} />}
    </>
  )
}

export default DatasetsPage
