import type { Choice, ControlOf, ControlState } from '#charts/control.ts'
import { asList, isSet } from '#core/query/read.ts'
import type { ControlBehavior, SummaryContext } from '../behaviors/behavior.ts'
import { choicesOf } from './choices.ts'
import { choiceText } from './match.ts'

type Offering = 'select' | 'select-many' | 'time-grain'
type Around = { before: ControlState; after: ControlState }

const chosenText = (value: unknown, { control, state, t }: SummaryContext<ControlOf<Offering>>): string =>
  choiceText(value, choicesOf(control, state), t)

type Offered = { was: Choice[]; is: Choice[] }

/** What a control offered before a change and offers now; null where that never changes, or where own values are allowed. */
const offeredAround = ({ choices, freeForm }: ControlOf<Offering>, { before, after }: Around): Offered | null =>
  typeof choices === 'function' && !freeForm ? { was: choices(before), is: choices(after) } : null

const isLost = (value: unknown, { was, is }: Offered): boolean =>
  was.some((choice) => choice.value === value) && !is.some((choice) => choice.value === value)

/** A choice that is not offered any more becomes the one in its place, as a metric that took the place of another; else it is dropped. */
const followOne: ControlBehavior<ControlOf<'select'>>['follow'] = (value, control: ControlOf<'select'>, around) => {
  const offered = offeredAround(control, around)
  if (!offered || !isSet(value) || !isLost(value, offered)) return value
  const place = offered.was.findIndex((choice) => choice.value === value)
  return offered.is[place]?.value ?? null
}

/** Of several, those stay that are still offered. */
const followMany: ControlBehavior<ControlOf<'select-many'>>['follow'] = (values, control: ControlOf<'select-many'>, around) => {
  const offered = offeredAround(control, around)
  return offered && Array.isArray(values) ? values.filter((value) => !isLost(value, offered)) : values
}

/** A grain that the engine of another dataset lacks is dropped. */
const followGrain: ControlBehavior<ControlOf<'time-grain'>>['follow'] = (value, control: ControlOf<'time-grain'>, around) => {
  const offered = offeredAround(control, around)
  return offered && isLost(value, offered) ? null : value
}

export const select: ControlBehavior<ControlOf<'select'>> = { summarize: chosenText, follow: followOne }

export const timeGrain: ControlBehavior<ControlOf<'time-grain'>> = { summarize: chosenText, follow: followGrain }

export const selectMany: ControlBehavior<ControlOf<'select-many'>> = {
  summarize: (value, context) =>
    asList(value)
      .map((one) => chosenText(one, context))
      .join(', '),
  follow: followMany,
}

export const sortBy: ControlBehavior<ControlOf<'sort-by'>> = { summarize: (value) => asList(value).map(String).join(', ') }

/** Its choices come from elsewhere: the values stand for themselves. */
export const asyncSelect: ControlBehavior<ControlOf<'async-select'>> = { summarize: (value) => asList(value).map(String).join(', ') }
