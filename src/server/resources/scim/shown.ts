import { isObject, type Json } from './canonical.ts'
import { readPath, type Path } from './path.ts'
import type { ResourceKind } from './schemas.ts'

type Choice = { attributes?: string | undefined; excludedAttributes?: string | undefined }

const always = ['schemas', 'id']

/** Unknown names are ignored (RFC 7644 §3.9). */
const pathsOf = (kind: ResourceKind, names: string): Path[] =>
  names.split(',').flatMap((name) => {
    try {
      return readPath(kind, name.trim()) ?? []
    } catch {
      return []
    }
  })

const without = (resource: Json, { extension, attribute, sub }: Path): Json => {
  const name = extension ?? attribute?.name ?? ''
  if (always.includes(name)) return resource
  const { [name]: held, ...rest } = resource
  if (extension !== undefined && attribute && isObject(held)) return { ...rest, [name]: without(held, { attribute, ...(sub && { sub }) }) }
  if (sub === undefined || held === undefined) return rest
  const strip = (one: unknown) => (isObject(one) ? Object.fromEntries(Object.entries(one).filter(([key]) => key !== sub)) : one)
  return { ...rest, [name]: Array.isArray(held) ? held.map(strip) : strip(held) }
}

const only = (resource: Json, { extension, attribute, sub }: Path): Json => {
  const name = extension ?? attribute?.name ?? ''
  const held = resource[name]
  if (held === undefined) return {}
  if (extension !== undefined && attribute && isObject(held)) return { [name]: only(held, { attribute, ...(sub && { sub }) }) }
  if (sub === undefined) return { [name]: held }
  const keep = (one: unknown) => (isObject(one) ? Object.fromEntries(Object.entries(one).filter(([key]) => key === sub)) : one)
  return { [name]: Array.isArray(held) ? held.map(keep) : keep(held) }
}

const merged = (parts: readonly Json[]): Json => {
  const result: Json = {}
  for (const part of parts)
    for (const [name, value] of Object.entries(part)) {
      const held = result[name]
      result[name] = isObject(held) && isObject(value) ? { ...held, ...value } : value
    }
  return result
}

/** The attributes that the client asked for; `schemas` and `id` are always there. */
export const shown = (
  kind: ResourceKind,
  resource: Json & { schemas: string[]; id: string },
  { attributes, excludedAttributes }: Choice,
) => {
  const { schemas, id } = resource
  if (attributes !== undefined) return { ...merged(pathsOf(kind, attributes).map((path) => only(resource, path))), schemas, id }
  if (excludedAttributes === undefined) return resource
  return { ...pathsOf(kind, excludedAttributes).reduce(without, resource), schemas, id }
}
