import type { EChartsType } from 'echarts/core'

/** Whether each series is shown, by legend entry. */
export type ShownSeries = Record<string, boolean>

/** Shows only this entry, or all again if it is already the only one. */
export const isolate = (shown: ShownSeries, name: string): ShownSeries => {
  const isAlone = Object.entries(shown).every(([other, isShown]) => isShown === (other === name))
  return Object.fromEntries(Object.keys(shown).map((other) => [other, isAlone || other === name]))
}

type LegendEvent = { name: string; selected: ShownSeries }
type HighlightEvent = { seriesName?: string | null; name?: string | null }

const doubleClickMs = 500

/**
 * In ECharts a click shows or hides an entry. In addition, Ctrl/⌘ + click or a double click isolates one, and again shows all.
 * `shown` is kept up to date.
 */
export const listenToLegend = (chart: EChartsType, shown: { current: ShownSeries }) => {
  let isModified = false
  /** When the pointer went down, as the browser saw it: a page that is busy drawing hears of it later. */
  let pressedAt = 0
  let last: { name: string; at: number } | null = null
  const showAlone = (name: string, before: ShownSeries) => {
    shown.current = isolate(before, name)
    chart.setOption({ legend: { selected: shown.current } })
  }
  // Of the element itself: while ECharts redraws, it may pass on a click without the press before it.
  const onPress = ({ ctrlKey, metaKey, timeStamp }: PointerEvent) => {
    isModified = ctrlKey || metaKey
    pressedAt = timeStamp
  }
  // The first click redraws the legend, and ECharts drops the second one if an entry is replaced under it.
  const onDoubleClick = ({ timeStamp }: MouseEvent) => {
    if (last === null || isModified || timeStamp - last.at > doubleClickMs) return
    const { name } = last
    last = null
    showAlone(name, { ...shown.current, [name]: !shown.current[name] })
  }
  const root = chart.getZr().painter.getViewportRoot()
  root.addEventListener('pointerdown', onPress, { capture: true })
  root.addEventListener('dblclick', onDoubleClick)
  chart.on('legendselectchanged', (event) => {
    const { name, selected } = event as LegendEvent
    const isSecondClick = last?.name === name && pressedAt - last.at < doubleClickMs
    last = isSecondClick ? null : { name, at: pressedAt }
    if (isModified) showAlone(name, { ...selected, [name]: !selected[name] })
    else if (isSecondClick) showAlone(name, selected)
    else shown.current = { ...selected }
  })
  // The pointer is still over an entry that was just hidden: the other series must not fade.
  chart.on('highlight', (event) => {
    const { seriesName, name } = event as HighlightEvent
    if (shown.current[seriesName ?? name ?? ''] === false) chart.dispatchAction({ type: 'downplay' })
  })
}
