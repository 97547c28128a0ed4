import { filter, parse } from 'scim2-parse-filter'
import type { ScimOperation } from '#api/scim.ts'
import { canonical, isObject, type Json } from './canonical.ts'
import { readPath, type Path } from './path.ts'
import type { ResourceKind } from './schemas.ts'
import { scimError } from '../../http/errors/scim-error.ts'

/** What a client may write of a resource after the operations of a PATCH (RFC 7644 §3.5.2). @throws BodyError 400 */
export const patched = (kind: ResourceKind, resource: Json, operations: readonly ScimOperation[]): Json => {
  const result = structuredClone(resource)
  for (const operation of operations) apply(kind, result, operation)
  return canonical(kind, result)
}

const apply = (kind: ResourceKind, resource: Json, { op, path, value }: ScimOperation): void => {
  if (op !== 'remove' && value === undefined) throw scimError(400, 'There is no value', 'invalidValue')
  if (path !== undefined) {
    const at = readPath(kind, path)
    if (at) change(resource, at, { op, value, path })
    return
  }
  if (op === 'remove') throw scimError(400, 'Without a path nothing can be removed', 'noTarget')
  if (!isObject(value)) throw scimError(400, 'Without a path the value must hold attributes', 'invalidValue')
  for (const [name, one] of Object.entries(value)) apply(kind, resource, { op, path: name, value: one })
}

type Step = { op: ScimOperation['op']; value: unknown; path: string }

const change = (resource: Json, { extension, attribute, filter: text, sub }: Path, step: Step): void => {
  const place = extension === undefined ? resource : placeOf(resource, extension)
  if (!attribute) return changeAll(resource, extension ?? '', step)
  const { name, multiValued } = attribute
  if (multiValued === true && (text !== undefined || sub !== undefined)) return changeElements(place, name, { ...step, filter: text, sub })
  if (sub !== undefined) return changeOne(placeOf(place, name), sub, step)
  if (multiValued === true) return changeList(place, name, step)
  return changeOne(place, name, step)
}

const placeOf = (resource: Json, name: string): Json => {
  const held = resource[name]
  if (isObject(held)) return held
  const made: Json = {}
  resource[name] = made
  return made
}

const changeAll = (resource: Json, extension: string, { op, value }: Step): void => {
  if (op === 'remove') delete resource[extension]
  else if (isObject(value)) resource[extension] = { ...placeOf(resource, extension), ...value }
  else throw scimError(400, `${extension} must hold attributes`, 'invalidValue')
}

const changeOne = (place: Json, name: string, { op, value }: Step): void => {
  if (op === 'remove') delete place[name]
  else if (isObject(value) && isObject(place[name])) place[name] = { ...place[name], ...value }
  else place[name] = value
}

const elementsOf = (place: Json, name: string): unknown[] => (Array.isArray(place[name]) ? place[name] : [])
const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [value])
const keyOf = (element: unknown): string => JSON.stringify(isObject(element) && 'value' in element ? element['value'] : element)

const changeList = (place: Json, name: string, { op, value }: Step): void => {
  const held = elementsOf(place, name)
  if (op === 'replace') place[name] = listOf(value)
  else if (op === 'add') {
    const added = listOf(value)
    const keys = new Set(added.map(keyOf))
    place[name] = [...held.filter((one) => !keys.has(keyOf(one))), ...added]
  } else if (value === undefined) delete place[name]
  else {
    const keys = new Set(listOf(value).map(keyOf))
    place[name] = held.filter((one) => !keys.has(keyOf(one)))
  }
}

type ElementStep = Step & { filter: string | undefined; sub: string | undefined }

const changeElements = (place: Json, name: string, { op, value, path, filter: text, sub }: ElementStep): void => {
  const held = elementsOf(place, name).filter(isObject)
  const matches = text === undefined ? () => true : matcher(text)
  const chosen = held.filter((one) => matches(one))
  if (op === 'remove' && sub === undefined) {
    place[name] = held.filter((one) => !matches(one))
    return
  }
  if (chosen.length === 0 && op !== 'remove') {
    const made = text === undefined ? {} : elementOf(text)
    if (!made) throw scimError(400, `${path} matches nothing`, 'noTarget')
    place[name] = [...held, made]
    chosen.push(made)
  }
  for (const one of chosen) {
    if (sub !== undefined) changeOne(one, sub, { op, value, path })
    else if (isObject(value)) Object.assign(one, value)
    else throw scimError(400, `${path} must hold attributes`, 'invalidValue')
  }
}

const read = (text: string) => {
  try {
    return parse(text)
  } catch (cause) {
    throw scimError(400, 'The filter in the path cannot be read', 'invalidPath', cause)
  }
}

const matcher = (text: string): ((element: Json) => boolean) => filter(read(text))

/** The element that a filter such as `type eq "work"` describes. */
const elementOf = (text: string): Json | null => {
  const found = read(text)
  return 'compValue' in found && found.op === 'eq' ? { [found.attrPath]: found.compValue } : null
}
