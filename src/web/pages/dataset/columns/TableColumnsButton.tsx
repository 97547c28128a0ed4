import { useQuery } from '@tanstack/react-query'
import { TextCursorInput } from 'lucide-react'
import { useState } from 'react'
import { tableColumns } from '#api/dataset-columns.ts'
import { t } from '#core/i18n/t.ts'
import { routeQuery } from '../../../data/resources.ts'
import { lazyDialog } from '../../../lazy/lazy-part.tsx'
import { Button } from '../../../ui/button/Button.tsx'

const TableColumnsDialog = lazyDialog(async () => (await import('./TableColumnsDialog.tsx')).TableColumnsDialog)

type Props = { id: number; onChanged: () => void; mayOpen: () => Promise<boolean> }

/** Opens the names and types of the columns of a table that is kept here; nothing for other datasets. */
export const TableColumnsButton = ({ id, onChanged, mayOpen }: Props) => {
  const [isOpen, setOpen] = useState(false)
  const { data } = useQuery({ ...routeQuery(tableColumns, { params: { pk: id } }), retry: false })
  if (!data?.result) return null
  return (
    <>
      <Button dense icon={<TextCursorInput />} onClick={() => void mayOpen().then((may) => may && setOpen(true))}>
        {t('Rename and retype columns')}
      </Button>
      {isOpen && <TableColumnsDialog id={id} columns={data.result} onClose={() => setOpen(false)} onChanged={onChanged} />}
    </>
  )
}
