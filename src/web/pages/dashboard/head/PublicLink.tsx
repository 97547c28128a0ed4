import { PublicLinkDialog } from '../../../lists/sharing/PublicLinkDialog.tsx'
import { useDashboard } from '../state/dashboard-context.ts'

/** The public link of the dashboard. */
export const PublicLink = ({ onClose }: { onClose: () => void }) => (
  <PublicLinkDialog kind="dashboard" id={useDashboard((state) => state.serverFields.id)} onClose={onClose} />
)
