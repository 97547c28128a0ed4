import type { Choice, ControlOf, ControlState } from '#charts/control.ts'

/** The choices of a control as they are now. */
export const choicesOf = ({ choices }: Pick<ControlOf<'select'>, 'choices'>, state: ControlState): Choice[] =>
  typeof choices === 'function' ? choices(state) : choices
