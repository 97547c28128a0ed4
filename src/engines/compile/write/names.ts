import type { Dialect } from '../../dialect.ts'

const encoder = new TextEncoder()

/** FNV-1a, enough to tell long labels of one query apart. */
const hash = (text: string): string => {
  let value = 0x811c9dc5
  for (const byte of encoder.encode(text)) value = Math.imul(value ^ byte, 0x01000193) >>> 0
  return value.toString(16).padStart(8, '0')
}

const cut = (text: string, bytes: number): string => {
  let result = ''
  let size = 0
  for (const char of text) {
    size += encoder.encode(char).length
    if (size > bytes) break
    result += char
  }
  return result
}

/**
 * Output names that the engine can represent and distinguish: a label that is not a valid identifier there, or differs from another only by case, gets a
 * generated name; `labels` maps such names back.
 */
export type Names = { of(label: string): string; labels: Record<string, string> }

export const namesFor = ({ maxIdentifier, holdsName }: Dialect): Names => {
  const known = new Map<string, string>()
  const taken = new Set<string>()
  const labels: Record<string, string> = {}
  const nameFor = (label: string): string => {
    const fits = encoder.encode(label).length <= maxIdentifier && label !== '' && (holdsName?.(label) ?? true)
    if (fits && !taken.has(label.toLowerCase())) return label
    return `${cut(label.trim(), maxIdentifier - 9)}_${hash(label)}`
  }
  const of = (label: string): string => {
    const found = known.get(label)
    if (found !== undefined) return found
    const name = nameFor(label)
    known.set(label, name)
    taken.add(name.toLowerCase())
    if (name !== label) labels[name] = label
    return name
  }
  return { of, labels }
}
