import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import type { Chart } from '#charts/chart.ts'
import type { ChartComponent } from '#charts/components.tsx'
import type { Fixture } from '#charts/shared/fixtures/fixture.ts'
import { testContext } from '#charts/shared/fixtures/test-context.ts'
import type { FormData } from '#core/query/query-object.ts'
import { drawOption } from '../../../src/server/render/echarts.ts'

type Series = { id?: string; name?: string; data?: unknown }
type Tooltip = { trigger?: string; formatter?: (points: unknown) => string }

const size = { width: 720, height: 420 }

const fieldOf = (item: unknown, key: string): unknown =>
  typeof item === 'object' && item !== null && key in item ? (item as Record<string, unknown>)[key] : undefined

/** What ECharts tells a tooltip about the first items of each series. */
const pointsOf = (series: Series[], dataIndex: number) =>
  series.flatMap(({ id, name, data }, seriesIndex) => {
    const item: unknown = Array.isArray(data) ? data[dataIndex] : undefined
    if (item === undefined) return []
    const value = fieldOf(item, 'value') ?? item
    return [
      { componentType: 'series', seriesId: id, seriesName: name, seriesIndex, dataIndex, data: item, value, name: fieldOf(item, 'name') },
    ]
  })

const tooltipTexts = (tooltip: Tooltip | undefined, series: Series[]): string[] => {
  const { formatter, trigger } = tooltip ?? {}
  if (typeof formatter !== 'function') return []
  return [0, 1].flatMap((row) => {
    const points = pointsOf(series, row)
    if (points.length === 0) return []
    return trigger === 'axis' ? [formatter(points)] : points.map((point) => formatter(point))
  })
}

const once = <T>(read: () => T): (() => T) => {
  let found: { value: T } | undefined
  return () => (found ??= { value: read() }).value
}

/** Whether a picture or a table tells two forms apart is found out step by step, from the quickest to the slowest. */
export type Observation = () => string | undefined

/** All that a person gets of a form: queries, controls above the picture, picture, tooltips, and what the chart's own component offers. */
export const observations = (
  chart: Chart,
  { tables, formats }: Fixture,
  form: FormData,
  component: ChartComponent | null,
): Observation[] => {
  const context = testContext({ ...size, animate: true, ...(formats && { formats }) })
  const optionOf = once(() => chart.option?.(tables, form, context))
  const tooltips = (option = optionOf()) =>
    tooltipTexts(option?.['tooltip'] as Tooltip | undefined, [option?.['series'] ?? []].flat() as Series[]).join('')
  const drawing = (option = optionOf()) => option && drawOption(option, size).replaceAll(/zr\d+-/g, 'zr-')
  const markup = () =>
    component ? renderToStaticMarkup(createElement(component, { tables, form, context, onSelect: () => undefined })) : undefined
  return [
    () => JSON.stringify(chart.buildQuery(form)),
    () => JSON.stringify(chart.pictureControls?.(form)),
    () => chart.svg?.(tables, form, context) ?? JSON.stringify(optionOf()),
    () => tooltips(),
    () => drawing(),
    markup,
  ].map(once)
}
