import { ArrowLeftRight, Table2, List, Pencil, ScrollText, Code } from 'lucide-react'
import { useState } from 'react'
import { t } from '#core/i18n/t.ts'
import { errorText } from '../../../data/call-error.ts'
import { paths } from '../../../data/paths.ts'
import { useSession } from '../../../data/session.ts'
import { lazyDialog } from '../../../lazy/lazy-part.tsx'
import { say } from '../../../ui/feedback/toast.ts'
import { MenuList, type MenuEntry } from '../../../ui/overlay/Menu.tsx'
import type { Anchor } from '../../../ui/overlay/Popover.tsx'
import { isQuery } from '../data/answer.ts'
import { canEditDataset, useDatasetActions } from '../data/dataset.ts'
import { useExplore } from '../state/explore-context.ts'
import { querySql, sqlLabPath } from './sql-lab-path.ts'

const SwapDataset = lazyDialog(async () => (await import('../data-pane/SwapDataset.tsx')).SwapDataset)
const DatasetSheet = lazyDialog(async () => (await import('../../../dataset/DatasetSheet.tsx')).DatasetSheet)
const QueryPreview = lazyDialog(async () => (await import('./QueryPreview.tsx')).QueryPreview)
const SaveAsDataset = lazyDialog(async () => (await import('./SaveAsDataset.tsx')).SaveAsDataset)

type OpenDialog = 'edit' | 'swap' | 'preview' | 'save'

type Props = { isOpen: boolean; anchor: Anchor; onClose: () => void }

/** Actions on the dataset of the chart. Charts of a query in SQL Lab have other actions than charts of a dataset. */
export const DatasetMenuList = ({ isOpen, anchor, onClose }: Props) => {
  const dataset = useExplore((state) => state.dataset)
  const session = useSession()
  const { reload } = useDatasetActions()
  const [dialog, setDialog] = useState<OpenDialog | null>(null)
  const closeDialog = () => setDialog(null)
  const canEdit = canEditDataset(dataset, session)
  const canUseSqlLab = session.isAdmin || session.hasPermission('can_read', 'SQLLab')

  const viewInSqlLab: MenuEntry[] = canUseSqlLab
    ? [{ key: 'sqllab', label: t('View in SQL Lab'), icon: <Code />, to: sqlLabPath(dataset) }]
    : []
  const queryEntries: MenuEntry[] = [
    { key: 'preview', label: t('Query preview'), icon: <ScrollText />, onSelect: () => setDialog('preview') },
    ...viewInSqlLab,
    ...(session.hasPermission('can_write', 'Dataset')
      ? [{ key: 'save', label: t('Save as dataset'), icon: <Table2 />, onSelect: () => setDialog('save') }]
      : []),
  ]
  const datasetEntries: MenuEntry[] = [
    {
      key: 'edit',
      label: t('Edit dataset'),
      icon: <Pencil />,
      onSelect: () => setDialog('edit'),
      disabled: !canEdit,
      ...(!canEdit && {
        reason: t(
          'You must be a dataset owner in order to edit. Please reach out to a dataset owner to request modifications or edit access.',
        ),
      }),
    },
    { key: 'swap', label: t('Swap dataset'), icon: <ArrowLeftRight />, onSelect: () => setDialog('swap') },
    ...viewInSqlLab,
  ]
  const entries: MenuEntry[] = [
    ...(isQuery(dataset) ? queryEntries : datasetEntries),
    'divider',
    { key: 'all', label: t('All datasets'), icon: <List />, to: paths.datasets },
  ]
  return (
    <>
      <MenuList open={isOpen} onClose={onClose} anchor={anchor} label={t('Dataset menu')} align="end" entries={entries} />
      {dialog === 'swap' && <SwapDataset onClose={closeDialog} />}
      {dialog === 'preview' && <QueryPreview name={dataset.datasource_name} sql={querySql(dataset)} onClose={closeDialog} />}
      {dialog === 'save' && <SaveAsDataset onClose={closeDialog} />}
      {dialog === 'edit' && (
        <DatasetSheet
          id={dataset.id}
          onClose={closeDialog}
          onSaved={() => void reload().catch((error: unknown) => say(errorText(error), { kind: 'bad' }))}
        />
      )}
    </>
  )
}
