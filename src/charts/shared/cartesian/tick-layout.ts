import { sizes } from '#core/theme/tokens.ts'
import type { DrawContext } from '../../chart.ts'
import { drawn, labelled, select } from '../form/controls.ts'
import { measures } from '../look/echarts-theme.ts'
import { writtenName } from '../text/written-name.ts'
import { categoryAxis } from './axes.ts'
import type { AxisTitle, FrameAxis } from './axes.ts'
import { ellipsis, roomOf } from './category-labels.ts'
import type { LabelPlan } from './category-labels.ts'

/** The layout of the labels of a category axis. */
export const tickLayout = drawn(
  select('x_ticks_layout', 'X tick layout', 'auto', {
    choices: labelled({ auto: 'Auto', flat: 'Flat', '45°': '45°', '90°': '90°', staggered: 'Staggered' }),
  }),
)

type Layout = NonNullable<(typeof tickLayout)['default']>

type Planner = (names: string[], room: { band: number }, context: DrawContext) => LabelPlan

const level = { rotate: 0, underhang: 0, overhang: 0 }

/** One line; where names do not fit side by side, one in so many. */
const planFlat: Planner = (names, { band }, { measure }) => {
  const widest = Math.max(...names.map((name) => measure(name, sizes.caption))) + measures.minLabelGap
  return { ...level, texts: names, every: Math.max(1, Math.ceil(widest / band)), height: measures.line }
}

/** The least width of a staggered label, px. */
const minStaggered = 56

/** Two lines in turn, so that each name has the room of two. */
const planStaggered: Planner = (names, { band }, { measure }) => {
  const every = Math.max(1, Math.ceil(minStaggered / (2 * band)))
  const width = 2 * band * every - measures.minLabelGap
  const cut = names.map((name) => ellipsis(name, width, measure))
  const widths = cut.map((name, i) => ({ width: measure(name, sizes.caption), at: band * (i + 0.5) }))
  const { underhang, overhang } = roomOf(
    widths.filter((_, i) => i % every === 0),
    band * names.length,
    0,
  )
  const texts = cut.map((name, i) => ((i / every) % 2 === 0 ? name : `\n${name}`))
  return { rotate: 0, underhang, overhang, texts, every, height: 2 * measures.line }
}

const planners: Partial<Record<Layout, Planner>> = { flat: planFlat, staggered: planStaggered }
const rotations: Partial<Record<Layout, number>> = { '45°': 45, '90°': 90 }

type Axis = { names: readonly string[]; title?: AxisTitle | null; option?: Record<string, unknown> }

/** Names below the plot in the layout that the form asks for. */
export const laidOutAxis = (axis: Axis, layout: Layout, context: DrawContext): FrameAxis => {
  const plan = planners[layout]
  const names = axis.names.map((name) => writtenName(name, context.t))
  return categoryAxis({ ...axis, rotate: rotations[layout] ?? 0 }, context, plan && ((room) => plan(names, room, context)))
}
