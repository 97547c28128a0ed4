import { TemplateError } from './template-error.ts'
import { Undefined, type Value } from './values/value.ts'

export type Limits = { steps: number; output: number; depth: number }

export const usualLimits: Limits = { steps: 100_000, output: 1_000_000, depth: 50 }

export const nestedTooDeeply = 'The template is nested too deeply.'

/** The budget that one rendering has used; shared by all its scopes. */
export class Budget {
  private steps: number
  private output: number
  private depth = 0
  private readonly limits: Limits

  constructor(limits: Limits) {
    this.limits = limits
    this.steps = limits.steps
    this.output = limits.output
  }

  step(count = 1): void {
    if ((this.steps -= count) < 0) throw new TemplateError('limit', 'The template takes too many steps.')
  }

  /** For text that is kept: output and the results of joining and repeating. */
  text(length: number): void {
    if ((this.output -= length) < 0) throw new TemplateError('limit', 'The template makes too much text.')
  }

  /** For a value that is gone through or made as a whole: a step for each 256 of its letters or members. */
  whole(value: Value): Value {
    const size = typeof value === 'string' || Array.isArray(value) ? value.length : 0
    if (size > 255) this.step(size >> 8)
    return value
  }

  enter<T>(work: () => T): T {
    if (++this.depth > this.limits.depth) throw new TemplateError('limit', nestedTooDeeply)
    try {
      return work()
    } finally {
      this.depth--
    }
  }
}

/** Names of one block; outer ones shine through. */
export class Names {
  readonly budget: Budget
  private readonly own: Map<string, Value>
  private readonly outer: Names | null

  constructor(budget: Budget, own: Map<string, Value>, outer: Names | null = null) {
    this.budget = budget
    this.own = own
    this.outer = outer
  }

  get(name: string): Value {
    const value = this.own.get(name)
    if (value !== undefined) return value
    return this.outer ? this.outer.get(name) : new Undefined(name)
  }

  set(name: string, value: Value): void {
    this.own.set(name, value)
  }

  inner(own: Iterable<[string, Value]> = []): Names {
    return new Names(this.budget, new Map(own), this)
  }
}
