import { colors } from '#core/theme/tokens.ts'
import type { DrawContext } from '../../chart.ts'

/** The colours of a value beside its mark: it can be read also where it lies on another mark. */
export const valueColors = ({ theme }: DrawContext) => ({
  color: colors[theme].text2,
  textBorderColor: colors[theme].surface,
  textBorderWidth: 2,
})

type Labelled = { labelRect: { x: number; width: number } }

/** Leaves out values that would lie on others, and keeps those at the edges within the picture. */
export const valueLayout =
  ({ width }: DrawContext) =>
  ({ labelRect: { x, width: own } }: Labelled): Record<string, unknown> => ({
    hideOverlap: true,
    dx: Math.max(-x, Math.min(0, width - x - own)),
  })
