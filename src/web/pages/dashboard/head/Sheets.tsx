import { useDashboard } from '../state/dashboard-context.ts'
import { CopyDialog } from './CopyDialog.tsx'
import { IntervalDialog } from './refresh/IntervalDialog.tsx'
import { PropertiesSheet } from './properties/PropertiesSheet.tsx'

/** The open sheet or dialog. */
export const Sheets = ({ onClose }: { onClose: () => void }) => {
  const open = useDashboard((state) => state.dialog)
  if (open === 'properties') return <PropertiesSheet onClose={onClose} />
  if (open === 'copy') return <CopyDialog onClose={onClose} />
  return open === 'interval' ? <IntervalDialog onClose={onClose} /> : null
}
