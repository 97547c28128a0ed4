import type { EChartsOption } from 'echarts'
import type { Table } from '#core/table.ts'
import type { DrawContext } from '../../chart.ts'
import type { SeriesStyle, TimeSeriesForm } from './form/controls.ts'
import { horizontalOption } from './horizontal.ts'
import { readPicture } from './picture.ts'
import { thumbnailOption } from './thumbnail.ts'
import { verticalOption } from './vertical.ts'

/** The picture of a chart of the time-series family. */
export const timeSeriesOption =
  (style: SeriesStyle) =>
  (tables: Table[], form: TimeSeriesForm, context: DrawContext): EChartsOption => {
    const picture = tables[0] ? readPicture(tables[0], form, style, context) : null
    if (!picture) return {}
    if (context.thumbnail) return thumbnailOption(picture, form, context)
    const isHorizontal = picture.marks.kind === 'bar' && form.orientation === 'horizontal'
    const option = isHorizontal ? horizontalOption(picture, form, context) : verticalOption(picture, form, context)
    return context.written?.withOptions(option, form.echart_options) ?? option
  }
