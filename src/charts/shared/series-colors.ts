import { colorAssigner } from '#core/color/assign.ts'
import type { ColorOf } from '#core/color/assign.ts'
import { categoricalColors, defaultCategorical } from '#core/color/schemes.ts'
import type { Translate } from '#core/i18n/t.ts'
import type { FormData } from '#core/query/query-object.ts'
import type { DrawContext } from '../chart.ts'

/** What remains beyond the shown ones is slate. */
const restSlot = 6

/** What the rest is called: in the answer by the record or in the reader's language, in our pictures in the latter. */
export const restLabels = (t: Translate): string[] => ['Other', 'Others', t('Other'), t('Others')]

/** The chart's colours: its scheme, the colours that a dashboard fixed, slate for what is left over. */
export const seriesColors = (form: FormData, { theme, labelColors, t }: Pick<DrawContext, 'theme' | 'labelColors' | 't'>): ColorOf => {
  const scheme = categoricalColors(form['color_scheme'], theme)
  const own = !form['color_scheme'] || form['color_scheme'] === defaultCategorical
  const rest = own ? Object.fromEntries(restLabels(t).map((label) => [label, restSlot])) : {}
  return colorAssigner(scheme, { forced: { ...rest, ...labelColors }, analogous: scheme.length < 3 })
}
