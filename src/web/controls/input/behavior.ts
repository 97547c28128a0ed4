import type { ControlOf } from '#charts/control.ts'
import { asList } from '#core/query/read.ts'
import type { ControlBehavior } from '../behaviors/behavior.ts'
import { numberFault } from './numbers.ts'

const textOf = (value: unknown): string => (value === null || value === undefined ? '' : String(value))

export const checkbox: ControlBehavior<ControlOf<'checkbox'>> = { summarize: (value, { t }) => (value ? t('On') : t('Off')) }

/** Of several lines the first that says something. */
export const text: ControlBehavior<ControlOf<'text' | 'number-text' | 'text-area'>> = {
  summarize: (value) =>
    textOf(value)
      .split('\n')
      .map((line) => line.trim())
      .find((line) => line !== '') ?? '',
}

export const number: ControlBehavior<ControlOf<'number' | 'slider'>> = { summarize: textOf, check: numberFault }

export const bounds: ControlBehavior<ControlOf<'bounds'>> = {
  summarize: (value, { t }) => {
    const [low, high] = asList(value).map(textOf)
    if (low && high) return t('%(from)s to %(to)s', { from: low, to: high })
    if (low) return t('from %(from)s', { from: low })
    return high ? t('up to %(to)s', { to: high }) : ''
  },
  check: (value, t) =>
    asList(value)
      .map((end) => numberFault(end, t))
      .find((fault) => fault !== null) ?? null,
  storesValidOnly: true,
}
