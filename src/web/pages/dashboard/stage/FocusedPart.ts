import { useEffect, useRef } from 'react'
import { t } from '#core/i18n/t.ts'
import { say } from '../../../ui/feedback/toast.ts'
import { readAddress } from '../data/address.ts'
import { useMount } from '../state/dashboard-context.ts'
import { elementOf } from '../state/mount.ts'
import { useHost } from '../state/host.ts'

/** How long the component stays outlined. */
const outlinedMs = 2000

/** Scrolls to the chart or component named in the URL and outlines it; then removes `focused_chart` from the URL. */
export const FocusedPart = () => {
  const mount = useMount()
  const { search, anchor, setSearch } = useHost()
  const { focusedChart } = readAddress(search)
  const done = useRef('')
  useEffect(() => {
    const { history, reveal } = mount.store.getState()
    const { layout } = history.present
    const chart = Object.values(layout).find(({ type, meta }) => type === 'CHART' && meta.chartId === focusedChart)
    const id = chart?.id ?? (layout[anchor] ? anchor : null)
    if (!id && anchor && done.current !== anchor) {
      done.current = anchor
      say(t('This link points to a part of the dashboard that no longer exists.'), { kind: 'warn' })
    }
    if (!id || done.current === id) return
    done.current = id
    reveal(id)
    requestAnimationFrame(() => {
      const element = elementOf(mount, id)
      element?.scrollIntoView({ block: 'center' })
      element?.toggleAttribute('data-focused', true)
      setTimeout(() => element?.toggleAttribute('data-focused', false), outlinedMs)
    })
    if (focusedChart !== null) setSearch({ focused_chart: null })
  }, [mount, focusedChart, anchor, setSearch])
  return null
}
