import { useEffect, useRef } from 'react'
import { readAddress } from '../data/address.ts'
import { useMount } from '../state/dashboard-context.ts'
import { elementOf } from '../state/mount.ts'
import { useHost } from '../state/host.ts'

/** So long what was asked for stays outlined. */
const outlinedMs = 2000

/** Brings the chart or component that the address names into sight and outlines it; `focused_chart` leaves the address then. */
export const useFocusedPart = () => {
  const mount = useMount()
  const { search, anchor, setSearch } = useHost()
  const { focusedChart } = readAddress(search)
  const done = useRef('')
  useEffect(() => {
    const { history, reveal } = mount.store.getState()
    const { layout } = history.present
    const chart = Object.values(layout).find(({ type, meta }) => type === 'CHART' && meta.chartId === focusedChart)
    const id = chart?.id ?? (layout[anchor] ? anchor : null)
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
}
