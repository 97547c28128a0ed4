import { attributeNamed, type Attribute, type ResourceKind } from './schemas.ts'
import { scimError } from '../../http/errors/scim-error.ts'

/** A path of RFC 7644 §3.5.2: `urn:…:attribute[filter].subAttribute`. */
export type Path = {
  /** The URN of the extension that holds the attribute. */
  extension?: string
  /** Undefined: the extension itself. In an extension of any names, the name alone. */
  attribute?: Attribute | { name: string; multiValued: undefined; subAttributes?: undefined }
  filter?: string
  sub?: string
}

const shape = /^(?<name>[A-Za-z_$][\w.$-]*?)(?:\[(?<filter>[^]*)\])?(?:\.(?<sub>[\w$-]+))?$/
const anyName = /^[a-zA-Z_][\w.-]{0,99}$/

const invalid = (path: string) => scimError(400, `${path} is no attribute of this resource`, 'invalidPath')

/** The path; null for an attribute that is ignored. @throws BodyError 400 for another unknown one */
export const readPath = (kind: ResourceKind, path: string): Path | null => {
  const lower = path.toLowerCase()
  const urn = [kind.urn, ...Object.keys(kind.extensions)].find(
    (one) => lower === one.toLowerCase() || lower.startsWith(`${one.toLowerCase()}:`),
  )
  const rest = urn === undefined ? path : path.slice(urn.length + 1)
  const extension = urn === undefined || urn === kind.urn ? undefined : urn
  if (rest === '' && extension !== undefined) return { extension }
  const attributes = extension === undefined ? kind.attributes : kind.extensions[extension]
  if (!attributes) {
    if (extension === undefined || !anyName.test(rest) || rest === '__proto__') throw invalid(path)
    return { extension, attribute: { name: rest, multiValued: undefined } }
  }
  const { name = '', filter, sub } = shape.exec(rest)?.groups ?? {}
  const found = attributeNamed(attributes, name)
  if (!found) {
    if (extension === undefined && kind.ignored.includes(name.toLowerCase())) return null
    throw invalid(path)
  }
  const known = sub === undefined ? undefined : attributeNamed(found.subAttributes ?? [], sub)
  if ((sub !== undefined && !known) || (filter !== undefined && !found.multiValued)) throw invalid(path)
  return {
    ...(extension !== undefined && { extension }),
    attribute: found,
    ...(filter !== undefined && { filter }),
    ...(known && { sub: known.name }),
  }
}
