import type { DashboardColors } from '#core/color/dashboard-colors.ts'
import { assignLabelColors, schemeUnder, type LabelColors } from '#core/color/label-colors.ts'
import type { ThemeName } from '#core/theme/tokens.ts'
import { agrees, type Colored } from './draw-colored.ts'

type Draw<T> = (labelColors: LabelColors) => Colored<T> | null

/** Draws the pictures of a dashboard: a label has one colour in all of them. */
export const drawTogether = <T>({ labelColors, colorRule }: DashboardColors, theme: ThemeName, draws: readonly Draw<T>[]): (T | null)[] => {
  const drawn = draws.map((draw) => draw(labelColors))
  const colors = assignLabelColors(
    labelColors,
    drawn.flatMap((one) => one?.groups ?? []),
    (own) => schemeUnder(colorRule, own),
  )
  return draws.map((draw, i) => {
    const first = drawn[i]
    return (first && agrees(first.colors, colors, theme) ? first : first && draw(colors))?.picture ?? null
  })
}
