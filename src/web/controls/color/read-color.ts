import type { Color } from '#charts/control.ts'
import { asRecord } from '#core/query/read.ts'

/** The colour of a form of any age: parts that it lacks are black and opaque. */
export const readColor = (value: unknown): Color => {
  const { r, g, b, a } = asRecord(value)
  return { r: Number(r ?? 0), g: Number(g ?? 0), b: Number(b ?? 0), a: a === undefined ? 1 : Number(a) }
}
