import { numberFormatter } from '#core/format/number.ts'
import type { ValueFormatter } from '#core/format/number.ts'
import { grainFormatter, timeFormatter, usualTimeFormatter } from '#core/format/time.ts'
import type { Translate } from '#core/i18n/t.ts'
import type { DrawContext } from '../../chart.ts'
import { titleOf } from '../cartesian/axes.ts'
import type { FrameAxis, PlacedAxis } from '../cartesian/axes.ts'
import type { Frame } from '../cartesian/frame.ts'
import type { FrameSeries } from '../cartesian/tooltip.ts'
import { measures } from '../look/echarts-theme.ts'
import type { TimeSeriesForm } from './form/controls.ts'
import type { Picture } from './picture.ts'
import { axisOption, planAxis } from './plan.ts'
import type { Axis } from './series/series.ts'

const wholeGrains: Record<string, string> = { P1M: '%B %Y', P1D: '%a, %-d %b %Y' }

/** What the axis shows at one place, in full. */
const axisTitle = (axis: Axis, form: TimeSeriesForm, t: Translate): ValueFormatter => {
  if (axis.kind === 'category') return String
  if (axis.kind === 'number') return numberFormatter(form.x_axis_number_format || '~g', t.locale)
  const said = form.tooltipTimeFormat
  if (said && said !== 'smart_date') return timeFormatter(said, t.locale)
  const grain = form.time_grain_sqla
  if (grain && wholeGrains[grain]) return usualTimeFormatter(wholeGrains[grain], t.locale)
  return grain ? grainFormatter(grain, t.locale) : timeFormatter('smart_date_detailed', t.locale)
}

/** What a tooltip says about a row. */
export const rowNames = (axis: Axis, form: TimeSeriesForm, { t }: DrawContext): ((row: number) => string) => {
  const text = axisTitle(axis, form, t)
  return (row) => text(axis.values[row])
}

export const xTitleOf = (form: TimeSeriesForm) => titleOf(form.x_axis_title, { margin: form.x_axis_title_margin })

type HorizontalAxis = {
  hasBars: boolean
  /** Whether the axis ends with the data instead of round numbers. */
  isExact?: boolean
  /** px of words between the plot and what is beside it. */
  beyond?: number
  /** Options of ECharts besides the plan. */
  option?: Record<string, unknown>
}

/** Times, numbers or names below the plot. */
export const horizontalAxis = (
  axis: Axis,
  form: TimeSeriesForm,
  { hasBars, isExact = false, beyond = 0, option = {} }: HorizontalAxis,
  context: DrawContext,
): FrameAxis => ({
  title: xTitleOf(form),
  nameAt: rowNames(axis, form, context),
  place: ({ left, width }): PlacedAxis => {
    const plan = planAxis(axis, form, { width, height: context.height, bars: hasBars, left, exact: isExact }, context)
    const { height: depth, underhang, overhang } = plan
    return { depth, underhang, overhang, beyond, option: { ...axisOption(plan, axis, form), ...option } }
  },
})

/** What legend and tooltip say about the series of a picture; `group` tells those of two queries apart. */
export const frameSeriesOf = ({ series, marks, colorOf, formatOf }: Picture, group = ''): FrameSeries[] =>
  series.map((one) => ({
    id: group + one.id,
    name: one.name,
    color: colorOf(one),
    ...(marks.kind === 'bar' && one.role === 'shifted' && { opacity: measures.shiftedOpacity }),
    values: one.values,
    format: formatOf(one),
  }))

type Pointing = { isWhole: boolean; hasBars: boolean }

export const tooltipOf = (form: TimeSeriesForm, { isWhole, hasBars }: Pointing): NonNullable<Frame['tooltip']> => ({
  trigger: form.rich_tooltip ? 'axis' : 'item',
  axisPointer: hasBars ? 'shadow' : 'line',
  isSorted: form.tooltipSortByMetric,
  whole: isWhole ? { shares: form.showTooltipPercentage, total: form.showTooltipTotal } : null,
})
