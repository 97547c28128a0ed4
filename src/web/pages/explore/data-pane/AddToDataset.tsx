import { Plus } from 'lucide-react'
import { useState } from 'react'
import { errorText } from '../../../data/call-error.ts'
import { useSession } from '../../../data/session.ts'
import type { NewItem } from '../../../dataset/DatasetSheet.tsx'
import { lazyDialog } from '../../../lazy/lazy-part.tsx'
import { IconButton } from '../../../ui/button/IconButton.tsx'
import { say } from '../../../ui/feedback/toast.ts'
import { canEditDataset, useDatasetActions } from '../data/dataset.ts'
import { useExplore } from '../state/explore-context.ts'

const DatasetSheet = lazyDialog(async () => (await import('../../../dataset/DatasetSheet.tsx')).DatasetSheet)

/** Opens the dataset form with a new metric or calculated column. Hidden from users who cannot edit the dataset. */
export const AddToDataset = ({ newItem, label }: { newItem: NewItem; label: string }) => {
  const dataset = useExplore((state) => state.dataset)
  const canEdit = canEditDataset(dataset, useSession())
  const { reload } = useDatasetActions()
  const [open, setOpen] = useState(false)
  if (!canEdit || dataset.is_managed_externally) return null
  return (
    <>
      <IconButton dense label={label} icon={<Plus />} onClick={() => setOpen(true)} />
      {open && (
        <DatasetSheet
          id={dataset.id}
          newItem={newItem}
          onClose={() => setOpen(false)}
          onSaved={() => void reload().catch((error: unknown) => say(errorText(error), { kind: 'bad' }))}
        />
      )}
    </>
  )
}
