import { datasetInfo } from '#api/dataset.ts'
import { t } from '#core/i18n/t.ts'
import { lazyDialog } from '../../lazy/lazy-part.tsx'
import { ListPage } from '../../lists/page/ListPage.tsx'
import { useEditedRow } from '../../lists/use-edited.ts'
import { useListSession } from '../../lists/use-list-session.ts'
import { datasetsConfig, type DatasetRow } from './datasets-config.tsx'

const DatasetSheet = lazyDialog(async () => (await import('../../dataset/DatasetSheet.tsx')).DatasetSheet)

const DuplicateDataset = lazyDialog(async () => (await import('../../dataset/DuplicateDataset.tsx')).DuplicateDataset)

const DatasetsPage = () => {
  const session = useListSession({ info: datasetInfo, view: 'Dataset', noun: t.plural(1, 'dataset', 'datasets') })
  const { edited, edit, close } = useEditedRow()
  const copied = useEditedRow<DatasetRow>()
  return (
    <>
      <ListPage config={datasetsConfig({ session, edit, duplicate: copied.edit })} />
      {edited !== null && <DatasetSheet key={edited} id={edited} onClose={close} />}
      {copied.edited && <DuplicateDataset id={copied.edited.id} name={copied.edited.table_name} onClose={copied.close} />}
    </>
  )
}

export default DatasetsPage
