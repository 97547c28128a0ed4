import type { EChartsOption } from 'echarts'
import type { EChartsType } from 'echarts/core'
import { useEffect, useRef } from 'react'
import type { ThemeName } from '#core/theme/tokens.ts'
import { cx } from '../../ui/cx.ts'
import { isBrushable, listenToBrush } from './brush.ts'
import type { TimeSpan } from './brush.ts'
import { canDraw, loadedECharts, loadECharts } from './load-echarts.ts'
import type { ECharts } from './load-echarts.ts'
import { listenToLegend } from './legend-picks.ts'
import type { Shown } from './legend-picks.ts'
import css from '../ChartFrame.module.css'

/** What ECharts tells about a pressed item. */
export type PickParams = { name?: string; seriesName?: string; value?: unknown; data?: unknown; dataIndex?: number }

/** A tap on a touch screen: the tooltip that it opened, and what closes that. */
export type Tap = { tooltip: HTMLElement; hide: () => void }

type Props = {
  option: EChartsOption
  theme: ThemeName
  /** px; what it is drawn in first, so that the page is not laid out once more to find out. */
  size: { width: number; height: number }
  /** Read out by screen readers. */
  label: string
  onPick?: ((params: PickParams) => void) | undefined
  /** In place of `onPick` where a finger pressed: nothing was pointed at before. */
  onTap?: ((params: PickParams, tap: Tap) => void) | undefined
  onContextMenu?: ((params: PickParams, at: { x: number; y: number }) => void) | undefined
  onFault?: ((error: unknown) => void) | undefined
  /** Told the span of time that a person drags over, or null for the whole again. */
  onSpan?: ((span: TimeSpan | null) => void) | undefined
}

type Hooks = Pick<Props, 'onPick' | 'onTap' | 'onContextMenu' | 'onFault' | 'onSpan'>

/** A legend that is not shown needs no code; one that somebody switched series off in keeps that through redraws. */
const withLegend = (option: EChartsOption, selected: Shown): EChartsOption => {
  const { legend, ...rest } = option
  if (legend && !Array.isArray(legend) && legend.show === false) return rest
  if (!legend || Array.isArray(legend) || Object.values(selected).every(Boolean)) return option
  return { ...option, legend: { ...legend, selected: { ...legend.selected, ...selected } } }
}

/** Tooltips cost a part of the first drawing, and nobody has pointed at anything yet. */
const withoutTooltip = ({ tooltip: _tooltip, ...rest }: EChartsOption): EChartsOption => rest

/** By which the tooltip of one chart is found: ECharts hangs it where it likes. */
const tooltipClass = (chart: EChartsType) => `tooltip-of-${chart.id}`

const withTooltipClass = (chart: EChartsType, tooltip: EChartsOption['tooltip']): EChartsOption['tooltip'] =>
  tooltip && !Array.isArray(tooltip) ? { ...tooltip, className: tooltipClass(chart) } : tooltip

/** A new option replaces the old one in place; a new ECharts instance is made only where the old one cannot draw it. */
export const EChart = ({ option, theme, size, label, ...hooks }: Props) => {
  const box = useRef<HTMLDivElement>(null)
  const firstSize = useRef(size)
  const pointed = useRef(false)
  const chart = useRef<EChartsType>(undefined)
  const drawnTheme = useRef(theme)
  const legend = useRef<Shown>({})
  const latest = useRef<Hooks>(hooks)
  useEffect(() => {
    latest.current = hooks
  })

  useEffect(() => {
    const element = box.current
    if (!element) return
    let left = false
    const draw = ({ init, setTheme }: ECharts) => {
      if (left) return
      try {
        const isFirst = chart.current === undefined
        if (chart.current && !canDraw(chart.current, option)) {
          firstSize.current = { width: chart.current.getWidth(), height: chart.current.getHeight() }
          chart.current.dispose()
          chart.current = undefined
        }
        if (!chart.current) chart.current = start(init(element, theme, firstSize.current), latest, legend)
        else if (drawnTheme.current !== theme) setTheme(chart.current, theme)
        drawnTheme.current = theme
        const whole = withLegend(isFirst ? option : { ...option, animation: false }, legend.current)
        const tooltip = withTooltipClass(chart.current, whole.tooltip)
        chart.current.setOption(pointed.current && tooltip ? { ...whole, tooltip } : withoutTooltip(whole), { notMerge: true })
      } catch (error) {
        latest.current.onFault?.(error)
      }
    }
    const ready = loadedECharts(option)
    if (ready) draw(ready)
    else loadECharts(option).then(draw, (error: unknown) => latest.current.onFault?.(error))
    const point = () => {
      if (pointed.current || !chart.current) return
      pointed.current = true
      if (option.tooltip) chart.current.setOption({ tooltip: withTooltipClass(chart.current, option.tooltip) })
    }
    element.addEventListener('pointerenter', point)
    return () => {
      left = true
      element.removeEventListener('pointerenter', point)
    }
  }, [option, theme])

  const brushes = hooks.onSpan !== undefined && isBrushable(option)
  useEffect(() => {
    const element = box.current
    if (!element || !brushes) return
    return listenToBrush(element, {
      chart: () => chart.current,
      onSpan: (span) => latest.current.onSpan?.(span),
      bandClass: css['brush'],
    })
  }, [brushes])

  useEffect(() => {
    const element = box.current
    if (!element || typeof ResizeObserver === 'undefined') return
    const observer = new ResizeObserver(() => {
      const { clientWidth: width, clientHeight: height } = element
      const present = chart.current
      if (present && width > 0 && height > 0 && (present.getWidth() !== width || present.getHeight() !== height))
        present.resize({ width, height })
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  useEffect(
    () => () => {
      chart.current?.dispose()
      chart.current = undefined
    },
    [],
  )

  return <div ref={box} className={cx(css['echart'], brushes && css['brushable'])} role="img" aria-label={label} />
}

const start = (chart: EChartsType, hooks: { current: Hooks }, legend: { current: Shown }): EChartsType => {
  chart.on('click', (params) => {
    const picked = params as PickParams & { event?: { event?: Event } }
    if (!hooks.current.onTap || !picked.event?.event?.type.startsWith('touch')) return hooks.current.onPick?.(picked)
    // The tooltip is written by the same tap.
    requestAnimationFrame(() => {
      const tooltip = document.querySelector<HTMLElement>(`.${tooltipClass(chart)}`)
      if (tooltip) hooks.current.onTap?.(picked, { tooltip, hide: () => chart.dispatchAction({ type: 'hideTip' }) })
      else hooks.current.onPick?.(picked)
    })
  })
  chart.on('contextmenu', (params) => {
    const event = (params as { event?: { event?: MouseEvent } }).event?.event
    if (!event || !hooks.current.onContextMenu) return
    event.preventDefault()
    hooks.current.onContextMenu(params as PickParams, { x: event.clientX, y: event.clientY })
  })
  listenToLegend(chart, legend)
  return chart
}
