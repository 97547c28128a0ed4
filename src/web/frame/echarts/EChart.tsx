import type { EChartsOption } from 'echarts'
import type { EChartsType } from 'echarts/core'
import { useEffect, useRef, type MouseEventHandler } from 'react'
import type { ThemeName } from '#core/theme/tokens.ts'
import { cx } from '../../ui/cx.ts'
import { canDraw, isTooltipLoaded, loadedECharts, loadECharts } from './load-echarts.ts'
import type { ECharts } from './load-echarts.ts'
import { listenToLegend } from './legend-picks.ts'
import type { ShownSeries } from './legend-picks.ts'
import { noHover, offerTooltip, showWhenDrawn } from './offer-tooltip.ts'
import { isBrushable, type OnSpan } from './time-span.ts'
import { useBrush } from './use-brush.ts'
import css from '../ChartFrame.module.css'

/** Event parameters of a clicked item. */
export type PickParams = {
  name?: string
  seriesName?: string
  value?: unknown
  data?: unknown
  dataIndex?: number
  /** Holds the event of the browser. */
  event?: { event?: Event }
}

/** A tap on a touch screen, with the tooltip that it opened. */
export type Tap = { tooltip: HTMLElement; hide: () => void }

type Props = {
  option: EChartsOption
  theme: ThemeName
  /** px; the option is drawn for it. */
  size: { width: number; height: number }
  label: string
  onPick?: ((params: PickParams) => void) | undefined
  /** Called instead of `onPick` for touch, where nothing was hovered before. */
  onTap?: ((params: PickParams, tap: Tap) => void) | undefined
  onContextMenu?: ((params: PickParams, at: { x: number; y: number }) => void) | undefined
  /** Called for a right-click beside the items of the chart. */
  onContextMenuBeside?: MouseEventHandler | undefined
  onFault?: ((error: unknown) => void) | undefined
  /** Called with the time span that the user drags over, or null to show all. */
  onSpan?: OnSpan | undefined
  /** The span to mark as chosen, null for none. Undefined where a chosen span is not marked, but fills the chart. */
  chosenSpan?: unknown
}

type Handlers = Pick<Props, 'onPick' | 'onTap' | 'onContextMenu' | 'onFault' | 'onSpan' | 'chosenSpan'>

/** Drops a hidden legend, whose code need not be loaded, and keeps hidden series hidden through redraws. */
const withLegend = (option: EChartsOption, selected: ShownSeries): EChartsOption => {
  const { legend, ...rest } = option
  if (legend && !Array.isArray(legend) && legend.show === false) return rest
  if (!legend || Array.isArray(legend) || Object.values(selected).every(Boolean)) return option
  return { ...option, legend: { ...legend, selected: { ...legend.selected, ...selected } } }
}

/** Tooltips slow down the first drawing; they are loaded and added on first hover. */
const withoutTooltip = ({ tooltip: _tooltip, ...rest }: EChartsOption): EChartsOption => rest

/** Identifies the tooltip of one chart, which ECharts may attach anywhere. */
const tooltipClass = (chart: EChartsType) => `tooltip-of-${chart.id}`

const withTooltipClass = (chart: EChartsType, tooltip: EChartsOption['tooltip']): EChartsOption['tooltip'] =>
  tooltip && !Array.isArray(tooltip) ? { ...tooltip, className: tooltipClass(chart) } : tooltip

/** Updates the option in place; makes a new ECharts instance only if the old one lacks a component. */
export const EChart = ({ option, theme, size: { width, height }, label, onContextMenuBeside, ...handlers }: Props) => {
  const box = useRef<HTMLDivElement>(null)
  const hover = useRef(noHover())
  const hasTooltip = useRef(false)
  const chart = useRef<EChartsType>(undefined)
  const drawnTheme = useRef(theme)
  const legend = useRef<ShownSeries>({})
  const latest = useRef<Handlers>(handlers)
  useEffect(() => {
    latest.current = handlers
  })

  useEffect(() => {
    const element = box.current
    if (!element) return
    let isCancelled = false
    // Not by the action `showTip`: ECharts hides what it shows at a point of a chart without axes.
    const showTooltip = ({ x, y }: { x: number; y: number }) => chart.current?.getZr().handler.dispatch('mousemove', { zrX: x, zrY: y })
    const draw = ({ init, setTheme }: ECharts) => {
      if (isCancelled) return
      try {
        const isFirst = chart.current === undefined
        if (chart.current && !canDraw(chart.current, option)) {
          chart.current.dispose()
          chart.current = undefined
        }
        if (!chart.current) {
          chart.current = attachHandlers(init(element, theme, { width, height }), latest, legend)
          chart.current.on('finished', () => hasTooltip.current && showWhenDrawn(hover.current, showTooltip))
        } else {
          if (drawnTheme.current !== theme) setTheme(chart.current, theme)
          // Without drawing the last option in the new size first.
          chart.current.getZr().resize({ width, height })
        }
        drawnTheme.current = theme
        const whole = withLegend(isFirst ? option : { ...option, animation: false }, legend.current)
        const tooltip = withTooltipClass(chart.current, whole.tooltip)
        hasTooltip.current = hover.current.isKnown && isTooltipLoaded()
        hover.current.isDrawing = true
        chart.current.setOption(hasTooltip.current && tooltip ? { ...whole, tooltip } : withoutTooltip(whole), { notMerge: true })
      } catch (error) {
        latest.current.onFault?.(error)
      }
    }
    const ready = loadedECharts(option)
    if (ready) draw(ready)
    else loadECharts(option).then(draw, (error: unknown) => latest.current.onFault?.(error))
    const addTooltip = () => {
      if (hasTooltip.current || !chart.current) return
      hasTooltip.current = true
      if (option.tooltip) chart.current.setOption({ tooltip: withTooltipClass(chart.current, option.tooltip) })
    }
    const stopOffering = offerTooltip(element, {
      hover,
      add: addTooltip,
      showAt: showTooltip,
    })
    return () => {
      isCancelled = true
      stopOffering()
    }
  }, [option, theme, width, height])

  const canBrush = handlers.onSpan !== undefined && isBrushable(option, handlers.chosenSpan !== undefined)
  const { isListening, want } = useBrush(box, canBrush, {
    chart,
    handlers: latest,
    chosen: handlers.chosenSpan,
    bandClass: css['brush'],
  })

  useEffect(
    () => () => {
      chart.current?.dispose()
      chart.current = undefined
    },
    [],
  )

  return (
    <div
      ref={box}
      className={cx(css['echart'], isListening && css['brushable'])}
      role="img"
      aria-label={label}
      onPointerEnter={want}
      onFocus={want}
      onContextMenu={onContextMenuBeside}
      tabIndex={canBrush && handlers.chosenSpan !== undefined ? 0 : undefined}
    />
  )
}

const attachHandlers = (chart: EChartsType, hooks: { current: Handlers }, legend: { current: ShownSeries }): EChartsType => {
  chart.on('click', (params) => {
    const picked = params as PickParams
    if (!hooks.current.onTap || !picked.event?.event?.type.startsWith('touch')) return hooks.current.onPick?.(picked)
    // The same tap opens the tooltip.
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
    // The tooltip would cover the menu.
    chart.dispatchAction({ type: 'hideTip' })
    hooks.current.onContextMenu(params as PickParams, { x: event.clientX, y: event.clientY })
  })
  listenToLegend(chart, legend)
  return chart
}
