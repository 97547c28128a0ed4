import { attributeNamed, type Attribute, type ResourceKind } from './schemas.ts'

export type Json = Record<string, unknown>

export const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)

const valueOf = ({ subAttributes }: Attribute, value: unknown): unknown => {
  if (!subAttributes) return value
  if (Array.isArray(value)) return value.map((one) => (isObject(one) ? named(one, subAttributes) : one))
  return isObject(value) ? named(value, subAttributes) : value
}

const named = (given: Json, attributes: readonly Attribute[]): Json =>
  Object.fromEntries(
    Object.entries(given).flatMap(([name, value]) => {
      const known = attributeNamed(attributes, name)
      return known && known.mutability !== 'readOnly' ? [[known.name, valueOf(known, value)]] : []
    }),
  )

/** What a client may write of a resource, under the names of the schemas; what they do not have is ignored, as RFC 7644 §3.3 allows. */
export const canonical = (kind: ResourceKind, given: Json): Json => {
  const own = named(given, kind.attributes)
  const extended = Object.entries(given).flatMap(([name, value]): [string, unknown][] => {
    const urn = Object.keys(kind.extensions).find((one) => one.toLowerCase() === name.toLowerCase())
    if (urn === undefined || !isObject(value)) return []
    const attributes = kind.extensions[urn]
    return [[urn, attributes ? named(value, attributes) : value]]
  })
  return { ...own, ...Object.fromEntries(extended) }
}
