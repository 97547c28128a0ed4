import { useEffect, useRef, type RefObject } from 'react'
import { useSearchParams } from 'react-router'
import { withParams } from '../data/address.ts'
import { useDashboardStore } from '../state/dashboard-context.ts'

/** ms that what was asked for stays outlined. */
const outlined = 2000

type Asked = {
  scroller: RefObject<HTMLElement | null>
  /** Id of a chart. */ focusedChart: number | null
  /** Id of a component. */ anchor: string
}

/** Brings the chart or component that the address names into sight and outlines it; `focused_chart` leaves the address then. */
export const useFocusedPart = ({ scroller, focusedChart, anchor }: Asked) => {
  const store = useDashboardStore()
  const [, setSearch] = useSearchParams()
  const done = useRef('')
  useEffect(() => {
    const { layout, reveal } = store.getState()
    const chart = Object.values(layout).find(({ type, meta }) => type === 'CHART' && meta.chartId === focusedChart)
    const id = chart?.id ?? (layout[anchor] ? anchor : null)
    if (!id || done.current === id) return
    done.current = id
    reveal(id)
    requestAnimationFrame(() => {
      const element = scroller.current?.querySelector<HTMLElement>(`[data-component="${CSS.escape(id)}"]`)
      element?.scrollIntoView({ block: 'center' })
      element?.toggleAttribute('data-focused', true)
      setTimeout(() => element?.toggleAttribute('data-focused', false), outlined)
    })
    if (focusedChart !== null) setSearch((present) => withParams(present, { focused_chart: null }), { replace: true })
  }, [store, scroller, focusedChart, anchor, setSearch])
}
