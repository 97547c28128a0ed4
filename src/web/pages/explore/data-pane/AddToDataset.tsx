import { Plus } from 'lucide-react'
import { useState } from 'react'
import { errorText } from '../../../data/call-error.ts'
import { useSession } from '../../../data/session.ts'
import type { Begin } from '../../../dataset/DatasetSheet.tsx'
import { lazyDialog } from '../../../lazy/lazy-part.tsx'
import { IconButton } from '../../../ui/button/IconButton.tsx'
import { say } from '../../../ui/feedback/toast.ts'
import { mayEditDataset, useDatasetDeeds } from '../data/dataset.ts'
import { useExplore } from '../state/explore-context.ts'

const DatasetSheet = lazyDialog(async () => (await import('../../../dataset/DatasetSheet.tsx')).DatasetSheet)

/** Opens the dataset with a new metric or calculated column; nothing for those who may not edit it. */
export const AddToDataset = ({ begin, label }: { begin: Begin; label: string }) => {
  const dataset = useExplore((state) => state.dataset)
  const mayEdit = mayEditDataset(dataset, useSession())
  const { reload } = useDatasetDeeds()
  const [open, setOpen] = useState(false)
  if (!mayEdit || dataset.is_managed_externally) return null
  return (
    <>
      <IconButton dense label={label} icon={<Plus />} onClick={() => setOpen(true)} />
      {open && (
        <DatasetSheet
          id={dataset.id}
          begin={begin}
          onClose={() => setOpen(false)}
          onSaved={() => void reload().catch((error: unknown) => say(errorText(error), { kind: 'bad' }))}
        />
      )}
    </>
  )
}
