import { datasetInfo } from '#api/dataset.ts'
import { t } from '#core/i18n/t.ts'
import { lazyDialog } from '../../lazy/lazy-part.tsx'
import { ListPage } from '../../lists/page/ListPage.tsx'
import { useEditedRow } from '../../lists/use-edited.ts'
import { useListSession } from '../../lists/use-list-session.ts'
import { datasetsConfig } from './datasets-config.tsx'

const DatasetSheet = lazyDialog(async () => (await import('../../dataset/DatasetSheet.tsx')).DatasetSheet)

const DatasetsPage = () => {
  const session = useListSession({ info: datasetInfo, view: 'Dataset', noun: t.plural(1, 'dataset', 'datasets') })
  const { edited, edit, close } = useEditedRow()
  return (
    <>
      <ListPage config={datasetsConfig({ session, edit })} />
      {edited !== null && <DatasetSheet key={edited} id={edited} onClose={close} />}
    </>
  )
}

export default DatasetsPage
