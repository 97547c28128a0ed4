import type { EChartsOption } from 'echarts'
import type { Table } from '#core/table.ts'
import { dress } from '../look/dress.ts'
import { colors } from '#core/theme/tokens.ts'
import type { DrawContext } from '../../chart.ts'
import type { SeriesStyle, TimeSeriesForm } from './form/controls.ts'
import { horizontalOption } from './horizontal.ts'
import { layOut } from './layout.ts'
import type { Layout } from './layout.ts'
import type { Mark } from './marks.ts'
import { axisOption } from './plan.ts'
import { categoryColors, readPicture } from './picture.ts'
import { marksOfPicture, withCategoryColors } from './picture-marks.ts'
import type { Picture } from './picture.ts'
import { thumbnailOption } from './thumbnail.ts'
import { seriesTooltip } from './tooltip.ts'
import { plainRich } from '../text/rich-text.ts'
import { baseLine, valueAxisOption } from '../cartesian/value-axis.ts'
import { writtenName } from '../text/written-name.ts'

const withEndLabels = (marks: Mark[], layout: Layout, picture: Picture, context: DrawContext): Mark[] => {
  const c = colors[context.theme]
  const byId = new Map(layout.ends.map((label) => [label.id, label]))
  const colorOf = new Map(picture.series.map((one) => [one.id, picture.colorOf(one)]))
  return marks.map((mark) => {
    const label = byId.get(String(mark['id']))
    if (!label) return mark
    return {
      ...mark,
      endLabel: {
        show: true,
        distance: 6,
        offset: [0, label.shift],
        formatter: () => `{name|${plainRich(writtenName(label.name, context.t))}} {value|${plainRich(label.value)}}`,
        rich: {
          name: { color: colorOf.get(label.id), fontWeight: 600, fontSize: 12, lineHeight: 16 },
          value: { color: c.text2, fontSize: 12, lineHeight: 16 },
        },
      },
    }
  })
}

const zoom = (form: TimeSeriesForm): Record<string, unknown> =>
  form.zoomable
    ? {
        dataZoom: [
          { type: 'slider', bottom: 0, height: 24, filterMode: 'none' },
          { type: 'inside', filterMode: 'none', zoomOnMouseWheel: 'ctrl' },
        ],
      }
    : {}

const verticalOption = (picture: Picture, form: TimeSeriesForm, context: DrawContext): EChartsOption => {
  const layout = layOut(picture, form, context)
  const { plot, yAxis, axis, legend, titles } = layout
  const source = {
    axis: picture.axis,
    series: new Map(picture.series.map((one) => [one.id, { series: one, color: picture.colorOf(one), format: picture.formatOf(one) }])),
    adds: picture.marks.stack !== null,
  }
  const bars = picture.marks.kind === 'bar'
  const marks = withCategoryColors(marksOfPicture(picture, layout, context), categoryColors(picture, form, context))
  const hideValues = layout.valuesHidden
  return dress(
    {
      animation: context.animate ?? false,
      grid: { ...plot, outerBoundsMode: 'none' },
      legend: legend.option,
      tooltip: {
        ...seriesTooltip(source, form, context, axis.kind === 'number' ? axis.text : undefined),
        axisPointer: { type: bars ? 'shadow' : 'line' },
      },
      xAxis: {
        ...axisOption(axis, picture.axis, form),
        ...titles.x,
        ...baseLine(bars || picture.marks.area, picture.extent, context),
      },
      yAxis: {
        ...valueAxisOption(yAxis, picture.axisFormat, form),
        ...titles.y,
        ...(hideValues && { axisLabel: { show: false }, splitLine: { show: false } }),
      },
      series: [...withEndLabels(marks, layout, picture, context), ...picture.annotations],
      ...zoom(form),
    },
    context.theme,
  )
}

/** The picture of a chart of the time-series family. */
export const timeSeriesOption =
  (style: SeriesStyle) =>
  (tables: Table[], form: TimeSeriesForm, context: DrawContext): EChartsOption => {
    const picture = tables[0] ? readPicture(tables[0], form, style, context) : null
    if (!picture) return {}
    if (context.thumbnail) return thumbnailOption(picture, form, context)
    return picture.marks.kind === 'bar' && form.orientation === 'horizontal'
      ? horizontalOption(picture, form, context)
      : verticalOption(picture, form, context)
  }
