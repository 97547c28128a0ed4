import { useWatch } from 'react-hook-form'
import { t } from '#core/i18n/t.ts'
import { Tabs } from '../ui/choice/Tabs.tsx'
import { ColumnList } from './lists/ColumnList.tsx'
import css from './DatasetSheet.module.css'
import { DatasetSettings } from './DatasetSettings.tsx'
import { FolderEditor } from './folders/FolderEditor.tsx'
import { MetricList } from './lists/MetricList.tsx'
import type { DatasetEditor } from './use-dataset-editor.ts'

/** The tabs of a dataset's form, in the sheet and on its page. What is locked can only be read. */
export const DatasetParts = ({ editor, isLocked }: { editor: DatasetEditor; isLocked: boolean }) => {
  const { form, tab, setTab, openKey, setOpenKey, source, sync, isSyncing, isReplacing } = editor
  const [columns, metrics, folders] = useWatch({ control: form.control, name: ['columns', 'metrics', 'folders'] })
  const calculatedCount = columns.filter((column) => column.isCalculated).length
  const rows = { form, openKey, onOpen: setOpenKey, isLocked }
  return (
    <>
      <Tabs
        className={css['tabs'] ?? ''}
        label={t('Parts of the dataset')}
        panels="dataset"
        value={tab}
        onChange={setTab}
        tabs={[
          { key: 'metrics', label: <TabLabel text={t('Metrics')} count={metrics.length} /> },
          { key: 'columns', label: <TabLabel text={t('Columns')} count={columns.length - calculatedCount} /> },
          { key: 'calculated', label: <TabLabel text={t('Calculated columns')} count={calculatedCount} /> },
          { key: 'folders', label: <TabLabel text={t('Folders')} count={folders.length} /> },
          { key: 'settings', label: t('Settings') },
        ]}
      />
      <div id={`dataset-${tab}`} role="tabpanel" inert={isReplacing}>
        {tab === 'metrics' && <MetricList {...rows} />}
        {tab === 'columns' && <ColumnList key="columns" {...rows} isCalculated={false} onSync={sync} isSyncing={isSyncing} />}
        {tab === 'calculated' && <ColumnList key="calculated" {...rows} isCalculated />}
        {tab === 'folders' && <FolderEditor form={form} isLocked={isLocked} />}
        {tab === 'settings' && <DatasetSettings form={form} source={source} isLocked={isLocked} />}
      </div>
    </>
  )
}

const TabLabel = ({ text, count }: { text: string; count: number }) => (
  <>
    {text}
    <span className={css['count']}>{count}</span>
  </>
)
