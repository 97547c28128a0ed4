import { dashboardPermalinkCreate } from '#api/dashboard-links.ts'
import { t } from '#core/i18n/t.ts'
import { call } from '../../../data/call.ts'
import { errorText } from '../../../data/call-error.ts'
import { copyText } from '../../../ui/button/copy-text.ts'
import { say } from '../../../ui/feedback/toast.ts'
import { sharedParams } from '../data/address.ts'
import { useDashboardStore } from '../state/dashboard-context.ts'
import { useHost } from '../state/host.ts'

/** Shares links that restore the current filters and tabs, optionally with the anchor of a component. */
export const useShare = () => {
  const store = useDashboardStore()
  const { search } = useHost()
  const make = async (anchor?: string): Promise<string | null> => {
    const { kept, masks, open } = store.getState()
    try {
      const body = { urlParams: sharedParams(search), dataMask: masks.applied, activeTabs: Object.values(open), ...(anchor && { anchor }) }
      return (await call(dashboardPermalinkCreate, { params: { idOrName: String(kept.id) }, body })).url
    } catch (error) {
      say(t('Could not create a link: %(reason)s', { reason: errorText(error) }), { kind: 'bad' })
      return null
    }
  }
  return {
    copy: async (anchor?: string) => {
      const url = await make(anchor)
      if (!url) return
      await copyText(url)
      say(t('Link copied'), { kind: 'good' })
    },
    mail: async (title: string) => {
      const url = await make()
      if (url) window.location.href = `mailto:?subject=${encodeURIComponent(title)}&body=${encodeURIComponent(url)}`
    },
  }
}
