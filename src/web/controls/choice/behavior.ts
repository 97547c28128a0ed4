import type { ControlOf } from '#charts/control.ts'
import { asList, isSet } from '#core/query/read.ts'
import type { ControlBehavior, SummaryContext } from '../behaviors/behavior.ts'
import { choicesOf } from './choices.ts'
import { choiceText } from './match.ts'

type Offering = 'select' | 'select-many' | 'time-grain'

const chosenText = (value: unknown, { control, state, t }: SummaryContext<ControlOf<Offering>>): string =>
  choiceText(value, choicesOf(control, state), t)

/** A choice that is not offered any more becomes the one in its place: a metric that took the place of another. */
const follow: ControlBehavior<ControlOf<'select'>>['follow'] = (value, { choices }: ControlOf<'select'>, { before, after }) => {
  if (typeof choices !== 'function' || !isSet(value)) return value
  const [was, is] = [choices(before), choices(after)]
  const place = was.findIndex((choice) => choice.value === value)
  return place < 0 || is.some((choice) => choice.value === value) ? value : (is[place]?.value ?? value)
}

export const select: ControlBehavior<ControlOf<'select'>> = { summarize: chosenText, follow }

export const timeGrain: ControlBehavior<ControlOf<'time-grain'>> = { summarize: chosenText }

export const selectMany: ControlBehavior<ControlOf<'select-many'>> = {
  summarize: (value, context) =>
    asList(value)
      .map((one) => chosenText(one, context))
      .join(', '),
}

export const sortBy: ControlBehavior<ControlOf<'sort-by'>> = { summarize: (value) => asList(value).map(String).join(', ') }

/** Its choices come from elsewhere: the values stand for themselves. */
export const asyncSelect: ControlBehavior<ControlOf<'async-select'>> = { summarize: (value) => asList(value).map(String).join(', ') }
