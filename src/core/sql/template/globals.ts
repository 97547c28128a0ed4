import type { Budget } from './scope.ts'
import { failed, TemplateError } from './template-error.ts'
import { argument } from './filters/filter.ts'
import { Callable, Fields, isNumber, typeName, type Arguments, type Value } from './values/value.ts'

const largestRange = 100_000

const range =
  (budget: Budget) =>
  ({ positional }: Arguments): Value => {
    const bounds = positional.map((bound) => {
      if (!isNumber(bound) || typeof bound === 'number') throw failed(`'${typeName(bound)}' object cannot be interpreted as an integer`)
      return Number(bound)
    })
    const [start, end, step = 1] = bounds.length > 1 ? bounds : [0, bounds[0] ?? 0]
    if (!step) throw failed('range() arg 3 must not be zero', 'ValueError')
    const count = Math.max(0, Math.ceil(((end as number) - (start as number)) / step))
    if (count > largestRange)
      throw new TemplateError('limit', `Range too big. The sandbox blocks ranges larger than MAX_RANGE (${largestRange}).`)
    budget.step(count)
    return Array.from({ length: count }, (_, i) => BigInt((start as number) + i * step))
  }

const cycler = ({ positional }: Arguments): Value => {
  const fields = new Fields('Cycler', [])
  let at = 0
  const show = () => fields.fields.set('current', positional[at] ?? null)
  show()
  const next = () => {
    const value = positional[at] ?? null
    at = (at + 1) % Math.max(1, positional.length)
    show()
    return value
  }
  fields.fields.set('next', new Callable('next', next))
  fields.fields.set('reset', new Callable('reset', () => ((at = 0), show(), null)))
  return fields
}

const joiner = (given: Arguments): Value => {
  const separator = argument(given, 0, 'sep', ', ')
  let used = false
  return new Callable('joiner', () => {
    const shown = used ? separator : ''
    used = true
    return shown
  })
}

/** Functions that every template may call. */
export const globals = (budget: Budget): [string, Value][] => [
  ['range', new Callable('range', range(budget))],
  ['dict', new Callable('dict', ({ positional: [first], named }) => new Map([...(first instanceof Map ? first : []), ...named]))],
  ['namespace', new Callable('namespace', ({ named }) => new Fields('Namespace', named))],
  ['cycler', new Callable('cycler', cycler)],
  ['joiner', new Callable('joiner', joiner)],
  ['self', new Fields('TemplateReference None', [])],
]
