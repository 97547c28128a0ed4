import { assignLabelColors, shownColor } from '#core/color/label-colors.ts'
import type { LabelColor, LabelColors, LabelGroup } from '#core/color/label-colors.ts'
import type { ThemeName } from '#core/theme/tokens.ts'
import type { ColorUse, DrawContext, LeftOutCounts } from '../../chart.ts'

export type Colored<T> = {
  picture: T
  /** The labels of the picture. */
  groups: LabelGroup[]
  /** The colour that each of them has. */
  colors: Record<string, string>
  leftOut?: LeftOutCounts | undefined
}

const wantedColor = (label: string, colors: LabelColors, theme: ThemeName): string | undefined =>
  Object.hasOwn(colors, label) ? shownColor(colors[label] as LabelColor, theme) : undefined

/**
 * Draws a picture in which labels that have a colour keep it and no other label takes a colour that is used already.
 * What the labels are is known once it is drawn: where a colour is used twice, it is drawn once more.
 */
export const drawColored = <T>(context: DrawContext, draw: (context: DrawContext) => T): Colored<T> => {
  const uses: ColorUse[] = []
  let leftOut: LeftOutCounts | undefined
  const picture = draw({
    ...context,
    onColors: (use) => uses.push(use),
    onLeftOut: (kind, count) => {
      if (count) leftOut = { ...leftOut, [kind]: (leftOut?.[kind] ?? 0) + count }
    },
  })
  const groups = uses.map(({ colorOf, ...group }) => ({ ...group, labels: colorOf.labels() }))
  const drawn = Object.fromEntries(uses.flatMap(({ colorOf }) => colorOf.labels().map((label) => [label, colorOf(label)])))
  const assigned = assignLabelColors(context.labelColors ?? {}, groups)
  if (agrees(drawn, assigned, context.theme)) return { picture, groups, colors: drawn, leftOut }
  const wanted = Object.entries(drawn).map(([label, color]) => [label, wantedColor(label, assigned, context.theme) ?? color])
  return {
    picture: draw({ ...context, labelColors: assigned }),
    groups,
    colors: Object.fromEntries(wanted) as Record<string, string>,
    leftOut,
  }
}

/** Whether labels were drawn as these colours want them; those without a wanted colour do not matter. */
export const agrees = (drawn: Readonly<Record<string, string>>, wanted: LabelColors, theme: ThemeName): boolean =>
  Object.entries(drawn).every(([label, color]) => (wantedColor(label, wanted, theme) ?? color) === color)
