import { hasFeature } from '../../../data/feature-flags.ts'
import { lazyDialog } from '../../../lazy/lazy-part.tsx'
import { useDashboard } from '../state/dashboard-context.ts'
import { loadFilterBoxParts } from '../filter-box/load-parts.ts'
import { CopyDialog } from './CopyDialog.tsx'
import { IntervalDialog } from './refresh/IntervalDialog.tsx'
import { PropertiesSheet } from './properties/PropertiesSheet.tsx'

const FilterConfig = lazyDialog(async () => (await import('../filters/config/FilterConfig.tsx')).FilterConfig)

const ScopingSheet = lazyDialog(async () => (await import('../cross-filters/ScopingSheet.tsx')).ScopingSheet)

const FilterBoxMigration = lazyDialog(async () => (await loadFilterBoxParts()).FilterBoxMigration)

const FilterMapping = lazyDialog(async () => (await loadFilterBoxParts()).FilterMapping)

const LabelColors = lazyDialog(async () => (await import('../colors/LabelColors.tsx')).LabelColors)

const EmbedSheet = lazyDialog(async () => (await import('../embedding/EmbedSheet.tsx')).EmbedSheet)

const PublicLink = lazyDialog(async () => (await import('./PublicLink.tsx')).PublicLink)

/** The open sheet or dialog. */
export const Sheets = ({ onClose }: { onClose: () => void }) => {
  const open = useDashboard((state) => state.dialog)
  if (open === 'properties') return <PropertiesSheet onClose={onClose} />
  if (open === 'filters' && hasFeature('DASHBOARD_NATIVE_FILTERS')) return <FilterConfig onClose={onClose} />
  if (open === 'scoping') return <ScopingSheet onClose={onClose} />
  if (open === 'mapping') return <FilterMapping onClose={onClose} />
  if (open === 'migration') return <FilterBoxMigration onClose={onClose} />
  if (open === 'colors') return <LabelColors onClose={onClose} />
  if (open === 'embed') return <EmbedSheet onClose={onClose} />
  if (open === 'public') return <PublicLink onClose={onClose} />
  if (open === 'copy') return <CopyDialog onClose={onClose} />
  return open === 'interval' ? <IntervalDialog onClose={onClose} /> : null
}
