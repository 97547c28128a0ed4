import type { EChartsOption } from 'echarts'
import type { EChartsType } from 'echarts/core'
import { useEffect, useRef } from 'react'
import type { ThemeName } from '#core/theme/tokens.ts'
import { loadedECharts, loadECharts } from './load-echarts.ts'
import type { ECharts } from './load-echarts.ts'
import css from './ChartFrame.module.css'

/** What ECharts tells about a pressed item. */
export type PickParams = { name?: string; seriesName?: string; value?: unknown; data?: unknown; dataIndex?: number }

type Props = {
  option: EChartsOption
  theme: ThemeName
  /** px; what it is drawn in first, so that the page is not laid out once more to find out. */
  size: { width: number; height: number }
  /** Read out by screen readers. */
  label: string
  onPick?: ((params: PickParams) => void) | undefined
  onContextMenu?: ((params: PickParams, at: { x: number; y: number }) => void) | undefined
  onFault?: ((error: unknown) => void) | undefined
}

type Hooks = Pick<Props, 'onPick' | 'onContextMenu' | 'onFault'>

/** A legend that is not shown needs no code; one that somebody switched series off in keeps that through redraws. */
const withLegend = (option: EChartsOption, selected: Record<string, boolean>): EChartsOption => {
  const { legend, ...rest } = option
  if (legend && !Array.isArray(legend) && legend.show === false) return rest
  if (!legend || Array.isArray(legend) || Object.values(selected).every(Boolean)) return option
  return { ...option, legend: { ...legend, selected: { ...legend.selected, ...selected } } }
}

/** Tooltips cost a part of the first drawing, and nobody has pointed at anything yet. */
const withoutTooltip = ({ tooltip: _tooltip, ...rest }: EChartsOption): EChartsOption => rest

/** One ECharts instance for as long as the frame lives; a new option replaces the old one in place. */
export const EChart = ({ option, theme, size, label, ...hooks }: Props) => {
  const box = useRef<HTMLDivElement>(null)
  const firstSize = useRef(size)
  const pointed = useRef(false)
  const chart = useRef<EChartsType>(undefined)
  const drawnTheme = useRef(theme)
  const legend = useRef<Record<string, boolean>>({})
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
        chart.current ??= start(init(element, theme, firstSize.current), latest, legend)
        if (drawnTheme.current !== theme && !isFirst) setTheme(chart.current, theme)
        drawnTheme.current = theme
        const whole = withLegend(isFirst ? option : { ...option, animation: false }, legend.current)
        chart.current.setOption(pointed.current ? whole : withoutTooltip(whole), { notMerge: true })
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
      if (option.tooltip) chart.current.setOption({ tooltip: option.tooltip })
    }
    element.addEventListener('pointerenter', point)
    return () => {
      left = true
      element.removeEventListener('pointerenter', point)
    }
  }, [option, theme])

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

  return <div ref={box} className={css['echart']} role="img" aria-label={label} />
}

const start = (chart: EChartsType, hooks: { current: Hooks }, legend: { current: Record<string, boolean> }): EChartsType => {
  chart.on('click', (params) => hooks.current.onPick?.(params as PickParams))
  chart.on('contextmenu', (params) => {
    const event = (params as { event?: { event?: MouseEvent } }).event?.event
    if (!event || !hooks.current.onContextMenu) return
    event.preventDefault()
    hooks.current.onContextMenu(params as PickParams, { x: event.clientX, y: event.clientY })
  })
  chart.on('legendselectchanged', (params) => {
    legend.current = (params as { selected: Record<string, boolean> }).selected
  })
  return chart
}
