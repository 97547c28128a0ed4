import { sizes } from '#core/theme/tokens.ts'
import type { DrawContext } from '../chart.ts'
import { ellipsis } from '../shared/cartesian/category-labels.ts'
import type { LabelPlan } from '../shared/cartesian/category-labels.ts'
import { measures } from '../shared/look/echarts-theme.ts'

type Planner = (names: string[], room: { band: number }, context: DrawContext) => LabelPlan

const level = { rotate: 0, underhang: 0, overhang: 0 }

/** One line; where names do not fit side by side, one in so many. */
const planFlat: Planner = (names, { band }, { measure }) => {
  const widest = Math.max(...names.map((name) => measure(name, sizes.caption))) + measures.minLabelGap
  return { ...level, texts: names, every: Math.max(1, Math.ceil(widest / band)), height: measures.line }
}

/** Two lines in turn, so that each name has the room of two. */
const planStaggered: Planner = (names, { band }, { measure }) => {
  const cut = names.map((name) => ellipsis(name, 2 * band - measures.minLabelGap, measure))
  return { ...level, texts: cut.map((name, i) => (i % 2 === 0 ? name : `\n${name}`)), every: 1, height: 2 * measures.line }
}

/** How the names below the steps are set, where the form does not turn them. */
export const tickPlanners: Partial<Record<string, Planner>> = { flat: planFlat, staggered: planStaggered }
