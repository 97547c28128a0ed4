import { dashboardPermalinkCreate } from '#api/dashboard-links.ts'
import { t } from '#core/i18n/t.ts'
import { call } from '../../../data/call.ts'
import { errorText } from '../../../data/call-error.ts'
import { copyText } from '../../../ui/button/copy-text.ts'
import { say } from '../../../ui/feedback/toast.ts'
import { sharedParams } from '../data/address.ts'
import type { DashboardStore } from '../state/store.ts'

type Shared = { store: DashboardStore; search: URLSearchParams }

const createLink = async ({ store, search }: Shared, anchor?: string): Promise<string | null> => {
  const { serverFields, masks, openTabs } = store.getState()
  try {
    const body = {
      urlParams: sharedParams(search),
      dataMask: masks.applied,
      activeTabs: Object.values(openTabs),
      ...(anchor && { anchor }),
    }
    return (await call(dashboardPermalinkCreate, { params: { idOrName: String(serverFields.id) }, body })).url
  } catch (error) {
    say(t('Could not create a link: %(reason)s', { reason: errorText(error) }), { kind: 'bad' })
    return null
  }
}

export const copyLink = async (shared: Shared, anchor?: string) => {
  const url = await createLink(shared, anchor)
  if (!url) return
  await copyText(url)
  say(t('Link copied'), { kind: 'good' })
}

export const mailLink = async (shared: Shared, title: string, anchor?: string) => {
  const url = await createLink(shared, anchor)
  if (url) window.location.href = `mailto:?subject=${encodeURIComponent(title)}&body=${encodeURIComponent(url)}`
}
