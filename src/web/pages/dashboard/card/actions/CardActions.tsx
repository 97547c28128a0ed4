import { ChartColumn } from 'lucide-react'
import { use, useState } from 'react'
import { t } from '#core/i18n/t.ts'
import { lazyDialog } from '../../../../lazy/lazy-part.tsx'
import { MenuList, type MenuEntry } from '../../../../ui/overlay/Menu.tsx'
import type { Anchor } from '../../../../ui/overlay/Popover.tsx'
import { EditContext } from '../../stage/edit-tools.ts'
import { useDashboard } from '../../state/dashboard-context.ts'
import type { HeadProps } from '../CardHead.tsx'
import { useCardEntries } from './use-card-entries.tsx'

const ViewQuery = lazyDialog(async () => (await import('./ViewQuery.tsx')).ViewQuery)
const ViewTable = lazyDialog(async () => (await import('./ViewTable.tsx')).ViewTable)
const DrillToDetail = lazyDialog(async () => (await import('../../drill/DrillToDetail.tsx')).DrillToDetail)

const DrillBy = lazyDialog(async () => (await import('../../drill/DrillBy.tsx')).DrillBy)

const ScopingSheet = lazyDialog(async () => (await import('../../cross-filters/ScopingSheet.tsx')).ScopingSheet)

export type CardDialog = 'query' | 'table' | 'detail' | 'by' | 'scoping'

type Props = HeadProps & { label: string; isOpen: boolean; anchor: Anchor; onClose: () => void }

/** The menu of a card and the dialogs that it opens; while editing it also has the layout actions. */
export const CardActions = ({ label, isOpen, anchor, onClose, ...card }: Props) => {
  const { id, record, form, data, name } = card
  const tools = use(EditContext)
  const dataset = useDashboard((state) => state.datasets[record.form_data.datasource] ?? null)
  const [dialog, setDialog] = useState<CardDialog | null>(null)
  const reads = useCardEntries(card, setDialog)
  const chartEntry = (): MenuEntry => ({ key: 'chart', label: t('Chart'), icon: <ChartColumn />, entries: reads() })
  const closeDialog = () => setDialog(null)
  const list = (entries: () => MenuEntry[]) => (
    <MenuList open={isOpen} onClose={onClose} anchor={anchor} label={label} align="end" width={288} entries={isOpen ? entries() : []} />
  )
  return (
    <>
      {tools ? <tools.Entries id={id}>{(edits) => list(() => [...edits(), 'divider', chartEntry()])}</tools.Entries> : list(reads)}
      {dialog === 'query' && <ViewQuery name={name} data={data} onClose={closeDialog} />}
      {dialog === 'table' && <ViewTable name={name} data={data} dataset={dataset} onClose={closeDialog} />}
      {dialog === 'scoping' && <ScopingSheet chartId={record.id} onClose={closeDialog} />}
      {dialog === 'by' && <DrillBy name={name} form={form} mark={[]} onClose={closeDialog} />}
      {dialog === 'detail' && <DrillToDetail name={name} chartId={record.id} form={form} mark={[]} onClose={closeDialog} />}
    </>
  )
}
