import { ArrowLeftRight, List, Pencil } from 'lucide-react'
import { useState } from 'react'
import type { ComponentProps } from 'react'
import { t } from '#core/i18n/t.ts'
import { errorText } from '../../../data/call-error.ts'
import { paths } from '../../../data/paths.ts'
import { useSession } from '../../../data/session.ts'
import { lazyDialog } from '../../../lazy/lazy-part.tsx'
import { Menu } from '../../../ui/overlay/Menu.tsx'
import { say } from '../../../ui/feedback/toast.ts'
import { canEditDataset, useDatasetActions } from '../data/dataset.ts'
import { useExplore } from '../state/explore-context.ts'

const SwapDataset = lazyDialog(async () => (await import('./SwapDataset.tsx')).SwapDataset)
const DatasetSheet = lazyDialog(async () => (await import('../../../dataset/DatasetSheet.tsx')).DatasetSheet)

/** Actions on the dataset of the chart. */
export const DatasetMenu = ({ children }: Pick<ComponentProps<typeof Menu>, 'children'>) => {
  const dataset = useExplore((state) => state.dataset)
  const canEdit = canEditDataset(dataset, useSession())
  const { reload } = useDatasetActions()
  const [open, setOpen] = useState<'edit' | 'swap' | null>(null)
  const close = () => setOpen(null)
  return (
    <>
      <Menu
        label={t('Dataset menu')}
        align="end"
        entries={[
          {
            key: 'edit',
            label: t('Edit dataset'),
            icon: <Pencil />,
            onSelect: () => setOpen('edit'),
            disabled: !canEdit,
            ...(!canEdit && {
              reason: t(
                'You must be a dataset owner in order to edit. Please reach out to a dataset owner to request modifications or edit access.',
              ),
            }),
          },
          { key: 'swap', label: t('Swap dataset'), icon: <ArrowLeftRight />, onSelect: () => setOpen('swap') },
          'divider',
          { key: 'all', label: t('All datasets'), icon: <List />, to: paths.datasets },
        ]}
      >
        {children}
      </Menu>
      {open === 'swap' && <SwapDataset onClose={close} />}
      {open === 'edit' && (
        <DatasetSheet
          id={dataset.id}
          onClose={close}
          onSaved={() => void reload().catch((error: unknown) => say(errorText(error), { kind: 'bad' }))}
        />
      )}
    </>
  )
}
