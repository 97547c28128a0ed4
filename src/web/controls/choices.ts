import type { Choice, Control, ControlState } from '#charts/chart.ts'

/** The choices of a control as they stand now. */
export const choicesOf = (control: Control, state: ControlState): Choice[] =>
  typeof control.choices === 'function' ? control.choices(state) : (control.choices ?? [])
