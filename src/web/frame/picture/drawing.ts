import type { EChartsOption } from 'echarts'
import type { Chart, DrawContext } from '#charts/chart.ts'
import { components } from '#charts/components.tsx'
import type { ChartComponent } from '#charts/components.tsx'
import { drawColored } from '#charts/shared/color/draw-colored.ts'
import type { Colored } from '#charts/shared/color/draw-colored.ts'
import type { FormData } from '#core/query/query-object.ts'
import { lazyPart } from '../../lazy/lazy-part.tsx'
import type { ChartAnswer } from '../data/answer.ts'
import { DrawingFault } from '../data/fault.ts'

/** A form and its answer, which are drawn together. */
export type Drawn = { form: FormData; chart: Chart; answer: ChartAnswer }

/** What a drawing consists of: groups of labels, the colour of each label, and what has no place in it. */
type Labelled = Omit<Colored<unknown>, 'picture'>

/** How an answer is drawn: by the chart's own component, by ECharts, as SVG, or not at all. */
export type Drawing =
  | { kind: 'own'; component: ChartComponent }
  | ({ kind: 'option'; option: EChartsOption } & Labelled)
  | ({ kind: 'svg'; svg: string } & Labelled)
  | { kind: 'fault'; fault: Error }

const ownComponents = new Map(Object.entries(components).flatMap(([vizType, load]) => (load ? [[vizType, lazyPart(load)] as const] : [])))

export const drawAnswer = ({ form, chart, answer }: Drawn, context: DrawContext): Drawing => {
  const component = ownComponents.get(chart.viz_type)
  if (component) return { kind: 'own', component }
  try {
    const { option, svg } = chart
    if (option) {
      const { picture, ...labelled } = drawColored(context, (colored) => option(answer.tables, form, colored))
      return { kind: 'option', option: picture, ...labelled }
    }
    const { picture, ...labelled } = drawColored(context, (colored) => svg?.(answer.tables, form, colored) ?? '')
    return { kind: 'svg', svg: picture, ...labelled }
  } catch (error) {
    return { kind: 'fault', fault: new DrawingFault(error) }
  }
}

const maxPoints = 400_000

/** The number of points in all series of an option. */
export const countPoints = (option: EChartsOption): number => {
  const series = Array.isArray(option.series) ? option.series : option.series ? [option.series] : []
  return series.reduce((sum, one) => sum + (Array.isArray(one.data) ? one.data.length : 0), 0)
}

export const hasTooManyPoints = (drawing: Drawing): boolean => drawing.kind === 'option' && countPoints(drawing.option) > maxPoints

/** Whether the rows hold no value that the chart can draw. */
export const isBlank = (drawing: Drawing): boolean => drawing.kind === 'option' && drawing.option.series === undefined

/** The colour of each named series. */
export const seriesColors = (option: EChartsOption): Record<string, string> => {
  const series = Array.isArray(option.series) ? option.series : option.series ? [option.series] : []
  const palette = Array.isArray(option.color) ? option.color : []
  const found: Record<string, string> = {}
  series.forEach((one, i) => {
    const { name, color, itemStyle, lineStyle } = one as {
      name?: unknown
      color?: unknown
      itemStyle?: { color?: unknown }
      lineStyle?: { color?: unknown }
    }
    const chosen = [itemStyle?.color, lineStyle?.color, color, palette[i % palette.length]].find(
      (candidate) => typeof candidate === 'string',
    )
    if (typeof name === 'string' && typeof chosen === 'string') found[name] = chosen
  })
  return found
}
