import { colorAssigner } from '#core/color/assign.ts'
import type { ColorOf } from '#core/color/assign.ts'
import { labelScheme, shownColor } from '#core/color/label-colors.ts'
import type { LabelColors } from '#core/color/label-colors.ts'
import { categoricalColors, defaultCategorical } from '#core/color/schemes.ts'
import type { ThemeName } from '#core/theme/tokens.ts'
import type { Translate } from '#core/i18n/t.ts'
import type { DrawContext } from '../../chart.ts'

/** What remains beyond the shown ones is slate. */
const restSlot = 6

/** What the rest is called: in the answer by the record or in the reader's language, in our pictures in the latter. */
export const restLabels = (t: Translate): string[] => ['Other', 'Others', t('Other'), t('Others')]

const shown = (colors: LabelColors, theme: ThemeName): Record<string, string> =>
  Object.fromEntries(Object.entries(colors).map(([label, color]) => [label, shownColor(color, theme)]))

type Colored = Pick<DrawContext, 'theme' | 'labelColors' | 'onColors' | 't'>

/** The chart's colours: those that its labels have already, slate for what is left over, and its scheme. */
export const seriesColors = (form: { color_scheme: string | null }, { theme, labelColors = {}, onColors, t }: Colored): ColorOf => {
  const colors = categoricalColors(form.color_scheme, theme)
  const isOwn = !form.color_scheme || form.color_scheme === defaultCategorical
  const rest = isOwn ? Object.fromEntries(restLabels(t).map((label) => [label, restSlot])) : {}
  const colorOf = colorAssigner(colors, { forced: shown({ ...rest, ...labelColors }, theme), analogous: colors.length < 3 })
  onColors?.({ colorOf, scheme: labelScheme(form.color_scheme), fixed: rest })
  return colorOf
}
