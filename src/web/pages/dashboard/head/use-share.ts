import { loadCode, reportLoadFault } from '../../../lazy/load-fault.ts'
import { useDashboardStore } from '../state/dashboard-context.ts'
import { useHost } from '../state/host.ts'

const loadLinks = () => loadCode(() => import('./share-link.ts'))

/** Shares links that restore the current filters and tabs, optionally with the anchor of a component. */
export const useShare = () => {
  const store = useDashboardStore()
  const { search } = useHost()
  return {
    copy: (anchor?: string) => loadLinks().then(({ copyLink }) => copyLink({ store, search }, anchor), reportLoadFault),
    mail: (title: string, anchor?: string) =>
      loadLinks().then(({ mailLink }) => mailLink({ store, search }, title, anchor), reportLoadFault),
  }
}
