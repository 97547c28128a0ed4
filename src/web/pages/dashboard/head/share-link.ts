import { dashboardPermalinkCreate } from '#api/dashboard-links.ts'
import { pathTo } from '#core/layout/tree.ts'
import { t } from '#core/i18n/t.ts'
import { call } from '../../../data/call.ts'
import { errorText } from '../../../data/call-error.ts'
import { copyUrl } from '../../../ui/button/copy-url.ts'
import { say } from '../../../ui/feedback/toast.ts'
import { sharedParams } from '../data/address.ts'
import { openTabOf } from '../state/derived.ts'
import type { DashboardState, DashboardStore } from '../state/store.ts'

/** The open tabs that can be seen: not those within a tab that is not open. */
export const activeTabsOf = (state: DashboardState): string[] => {
  const { layout } = state.history.present
  const open = new Set(
    Object.values(layout).flatMap(({ id, type }) => (type === 'TABS' ? (openTabOf({ layout, openTabs: state.openTabs }, id) ?? []) : [])),
  )
  return [...open].filter((tab) => pathTo(layout, tab).every((id) => layout[id]?.type !== 'TAB' || open.has(id)))
}

type Shared = { store: DashboardStore; search: URLSearchParams }

const createLink = async ({ store, search }: Shared, anchor?: string): Promise<string | null> => {
  const { serverFields, masks } = store.getState()
  try {
    const body = {
      urlParams: sharedParams(search),
      dataMask: masks.applied,
      activeTabs: activeTabsOf(store.getState()),
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
  if (url) await copyUrl(url)
}

export const mailLink = async (shared: Shared, title: string, anchor?: string) => {
  const url = await createLink(shared, anchor)
  if (url) window.location.href = `mailto:?subject=${encodeURIComponent(title)}&body=${encodeURIComponent(url)}`
}
