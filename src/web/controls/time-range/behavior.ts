import type { ControlOf } from '#charts/control.ts'
import { rangeText } from '#core/time/range/words.ts'
import type { ControlBehavior } from '../behaviors/behavior.ts'

export const timeRange: ControlBehavior<ControlOf<'time-range'>> = {
  summarize: (value, { t }) => rangeText(typeof value === 'string' ? value : '', t),
}
