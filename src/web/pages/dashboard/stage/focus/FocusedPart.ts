import { useEffect, useRef } from 'react'
import { t } from '#core/i18n/t.ts'
import { say } from '../../../../ui/feedback/toast.ts'
import { readAddress } from '../../data/address.ts'
import { useMount } from '../../state/dashboard-context.ts'
import { useHost } from '../../state/host.ts'
import { showPart } from './show-part.ts'

/**
 * Opens the tabs of the chart or component that a link points to, scrolls to it and outlines it; then removes `focused_chart` from the URL.
 * Says so if the link points to what no longer exists, or if its filter values could not be read.
 */
export const FocusedPart = () => {
  const mount = useMount()
  const { search, anchor, arrival, setSearch } = useHost()
  const { focusedChart } = readAddress(search)
  const followed = useRef<unknown>(null)
  const isChosen = Boolean(arrival?.openTabs)
  const visit = arrival === undefined ? anchor : arrival
  useEffect(() => {
    if (mount.store.getState().lacksMasks) {
      say(t('The filter values of this link could not be read. The dashboard is shown with its own.'), { kind: 'warn' })
      mount.store.getState().set({ lacksMasks: false })
    }
    // A tab that was chosen here is already in view.
    if (focusedChart === null && (visit === null || isChosen || followed.current === visit)) return
    followed.current = visit
    const { history, lacksTab, set } = mount.store.getState()
    const { layout } = history.present
    const chart = Object.values(layout).find(({ type, meta }) => type === 'CHART' && meta.chartId === focusedChart)
    const id = chart?.id ?? (layout[anchor] ? anchor : null)
    if (focusedChart !== null) setSearch({ focused_chart: null })
    if (lacksTab || (focusedChart !== null && !chart) || (anchor && !layout[anchor]))
      say(t('This link points to a part of the dashboard that no longer exists.'), { kind: 'warn' })
    if (lacksTab) set({ lacksTab: false })
    if (id) showPart(mount, id)
  }, [mount, focusedChart, anchor, isChosen, visit, setSearch])
  return null
}
