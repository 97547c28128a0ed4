import type { EChartsType } from 'echarts/core'

/** Whether each entry's series is shown. */
export type Shown = Record<string, boolean>

/** Only this entry, or all again where it is the only one already. */
export const isolate = (shown: Shown, name: string): Shown => {
  const isAlone = Object.entries(shown).every(([other, isShown]) => isShown === (other === name))
  return Object.fromEntries(Object.keys(shown).map((other) => [other, isAlone || other === name]))
}

type LegendEvent = { name: string; selected: Shown }
type HighlightEvent = { seriesName?: string | null; name?: string | null }

const doubleClickMs = 500

/**
 * ECharts shows and hides an entry by a click. Here Ctrl or ⌘ and a click, or a double click, shows one alone, and the same again all.
 * `shown` is kept up to date.
 */
export const listenToLegend = (chart: EChartsType, shown: { current: Shown }) => {
  let isModified = false
  let last: { name: string; at: number } | null = null
  const showAlone = (name: string, before: Shown) => {
    shown.current = isolate(before, name)
    chart.setOption({ legend: { selected: shown.current } })
  }
  chart.getZr().on('mousedown', ({ event }) => {
    isModified = 'ctrlKey' in event && (event.ctrlKey || event.metaKey)
  })
  chart.on('legendselectchanged', (event) => {
    const { name, selected } = event as LegendEvent
    const now = performance.now()
    const isSecondClick = last?.name === name && now - last.at < doubleClickMs
    last = isSecondClick ? null : { name, at: now }
    if (isModified) showAlone(name, { ...selected, [name]: !selected[name] })
    else if (isSecondClick) showAlone(name, selected)
    else shown.current = { ...selected }
  })
  // The pointer still stands on an entry that was just hidden: nothing steps back for what is not there.
  chart.on('highlight', (event) => {
    const { seriesName, name } = event as HighlightEvent
    if (shown.current[seriesName ?? name ?? ''] === false) chart.dispatchAction({ type: 'downplay' })
  })
}
