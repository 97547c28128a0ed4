import type { Budget } from '../scope.ts'
import { text, type Arguments, type Value } from '../values/value.ts'

export type Filter = (value: Value, given: Arguments, budget: Budget) => Value

/** An argument by place or name. */
export const argument = ({ positional, named }: Arguments, at: number, name: string, fallback: Value = null): Value => {
  const given = at < positional.length ? positional[at] : named.get(name)
  return given === undefined ? fallback : given
}

export const onText =
  (change: (value: string) => Value): Filter =>
  (value) =>
    change(text(value))
