import { translator } from '#core/i18n/t.ts'
import type { DrawContext } from '../chart.ts'

/** A context whose letters are all six px wide at 12 px. */
export const testContext = (given: Partial<DrawContext> = {}): DrawContext => ({
  theme: 'light',
  width: 400,
  height: 240,
  t: translator(),
  measure: (text, size) => text.length * (size / 2),
  ...given,
})
