import { asList, asRecord, isObject } from '#core/query/read.ts'
import { passwordMask } from '../../database/connection/uri.ts'

/** JSONPath of a part, without spaces. */
const stepTo = (name: string): string =>
  /^[a-z_]\w*$/i.test(name) ? `.${name}` : `[${JSON.stringify(name).replaceAll(' ', String.raw`\u0020`)}]`

type Filling = {
  /** What stands for a mask. */
  secretAt: (path: string, kept: unknown) => string | undefined
  onMissing: (path: string, name: string) => void
}

/** A document with secrets in the places of its masks; `kept` is the stored one. */
export const fillMasks = (value: unknown, kept: unknown, { secretAt, onMissing }: Filling): unknown => {
  const fill = (part: unknown, keptPart: unknown, path: string, name: string): unknown => {
    if (part === passwordMask) {
      const secret = secretAt(path, keptPart)
      if (secret === undefined) onMissing(path, name)
      return secret ?? part
    }
    if (Array.isArray(part)) return part.map((item, i) => fill(item, asList(keptPart)[i], `${path}[${i}]`, name))
    if (!isObject(part)) return part
    const inner = asRecord(keptPart)
    return Object.fromEntries(Object.entries(part).map(([key, item]) => [key, fill(item, inner[key], `${path}${stepTo(key)}`, key)]))
  }
  return fill(value, kept, '$', '')
}
