import type { Control, ControlState } from '#charts/control.ts'
import type { Translate } from '#core/i18n/t.ts'

export type SummaryContext<C extends Control> = { control: C; state: ControlState; t: Translate }

/** What a type of control knows beside its editor. It is pure: pages ask it without drawing anything. */
export type ControlBehavior<C extends Control> = {
  /** The value in one line of plain text, as the person reads it; empty where nothing is chosen. */
  summarize: (value: unknown, context: SummaryContext<C>) => string
  /** What to do about it where it is required and empty; without one, to choose a value. */
  missingText?: (control: C, state: ControlState, t: Translate) => string
  /** Why a value is none of this type; null when it is fine or empty. */
  check?: (value: unknown, t: Translate) => string | null
  /** The form never holds a rejected value: the last good one stays. Otherwise it holds it, marked, and the chart waits. */
  storesValidOnly?: true
  /** It has no input: nothing about the form hides it. */
  isNeverShown?: true
  /** Its value after the form has changed around it. */
  follow?: (value: unknown, control: C, change: { before: ControlState; after: ControlState }) => unknown
}
