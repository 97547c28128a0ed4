import { colors } from '#core/theme/tokens.ts'
import type { DrawContext } from '../../chart.ts'
import type { Rect } from '../cartesian/axes.ts'

/** The colours of a value beside its mark: it can be read also where it lies on another mark. */
export const valueColors = ({ theme }: DrawContext) => ({
  color: colors[theme].text2,
  textBorderColor: colors[theme].surface,
  textBorderWidth: 2,
})

type Labelled = { labelRect: { x: number; y: number; width: number; height: number } }

/** How far a text is moved so that it is within a room. */
const shift = (start: number, length: number, room: number, from = 0): number =>
  Math.max(from - start, Math.min(0, from + room - start - length))

/** Leaves out values that would lie on others, and keeps those at the edges within the picture, and beside the labels of the left axis. */
export const valueLayout =
  ({ width, height }: DrawContext, { left }: Pick<Rect, 'left'> = { left: 0 }) =>
  ({ labelRect }: Labelled): Record<string, unknown> => ({
    hideOverlap: true,
    dx: shift(labelRect.x, labelRect.width, width - left, left),
    dy: shift(labelRect.y, labelRect.height, height),
  })
