import { analogousColors } from './analogous.ts'

export type ColorRules = {
  /** Label → colour, or the slot of a colour. They use up no slot. */
  forced?: Record<string, string | number> | undefined
  /** A label whose slot is taken gets an unused colour, else the least used one that is not next to it. */
  avoidCollisions?: boolean
  /** Beyond the scheme's length, neighbouring hues are used instead of repeating colours. */
  analogous?: boolean
}

export type ColorOf = {
  (label: unknown): string
  /** Labels that took a slot, in order. */
  domain(): string[]
  range(): string[]
  /** Slot colour per label, forced ones last. */
  map(): Record<string, string>
  /** Every label that has a colour, in order. */
  labels(): string[]
}

/** Labels are compared by their trimmed text: 1 and "1" are the same. */
export const cleanLabel = (label: unknown): string => String(label).trim()

const neighbourPenalty = 100

/**
 * Assigns each label a colour of the scheme in order of appearance; a label keeps its slot.
 */
export const colorAssigner = (scheme: readonly string[], rules: ColorRules = {}): ColorOf => {
  const slots = new Map<string, number>()
  const given = new Map<string, string>()
  let range = [...scheme]
  let rounds = 0

  const forced = new Map(
    Object.entries(rules.forced ?? {}).map(([label, color]) => [
      cleanLabel(label),
      typeof color === 'number' ? (scheme[color % scheme.length] as string) : color,
    ]),
  )
  const ofSlot = (label: string) => range[(slots.get(label) ?? 0) % range.length] as string
  const uses = (color: string) => [...given.values()].filter((used) => used === color).length

  const grow = () => {
    const needed = Math.floor(slots.size / scheme.length)
    if (needed <= rounds) return
    rounds = needed
    range = [...scheme, ...analogousColors(scheme, rounds)]
  }

  const leastUsed = (label: string, color: string): string => {
    const unused = range.find((candidate) => uses(candidate) === 0)
    if (unused) return unused
    const order = [...given.keys()]
    const place = order.indexOf(label)
    const beside = new Set([order[place - 1], order[place + 1]].map((other) => (other === undefined ? undefined : given.get(other))))
    const score = (candidate: string) => uses(candidate) + (beside.has(candidate) ? neighbourPenalty : 0)
    return range.reduce((best, candidate) => (score(candidate) < score(best) ? candidate : best), color)
  }

  const colorOf = (value: unknown): string => {
    const label = cleanLabel(value)
    const fixed = forced.get(label)
    if (fixed !== undefined) {
      given.set(label, fixed)
      return fixed
    }
    if (!slots.has(label)) slots.set(label, slots.size)
    const slot = ofSlot(label)
    if (rules.analogous) grow()
    const color = rules.avoidCollisions && uses(slot) > 0 ? leastUsed(label, slot) : slot
    given.set(label, color)
    return color
  }

  return Object.assign(colorOf, {
    domain: () => [...slots.keys()],
    range: () => range,
    map: () => ({ ...Object.fromEntries([...slots.keys()].map((label) => [label, ofSlot(label)])), ...Object.fromEntries(forced) }),
    labels: () => [...given.keys()],
  })
}
