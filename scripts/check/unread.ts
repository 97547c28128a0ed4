import type { Finding, Sources } from './sources.ts'
import { lineOf } from './sources.ts'

/** Object types that many modules fill in and shared code reads: a property that nobody reads has no effect. */
const contracts: Record<string, readonly string[]> = {
  'src/charts/chart.ts': ['Chart', 'DrawContext', 'OwnState', 'QueryOptions', 'Tile', 'QuickTile'],
  'src/charts/control.ts': ['Declared', 'Clearable', 'Wanted', 'Offered', 'OfferedColumns', 'FormatRule', 'Section'],
  'src/engines/dialect.ts': ['Capabilities', 'Dialect'],
}

/** `{ … }` before `=`, a type or `=>`: what takes properties out of an object. One level of braces inside. */
const pattern = /\{((?:[^{}]|\{[^{}]*\})*)\}(?=\s*(?:=(?![=>])|:\s*[A-Z{(]|\)\s*(?::[^=\n]*)?=>|,[^()]*\)\s*(?::[^=\n]*)?=>))/g

/** Names that a source text reads: `.name`, `['name']`, and what its destructuring patterns take. */
const namesRead = (text: string): string[] => [
  ...[...text.matchAll(/(?<=[\w)\]!?])\.(\w+)(?!\w|\s*=[^=>])|\[['"](\w+)['"]\]/g)].map(([, member, key]) => member ?? key ?? ''),
  ...[...text.matchAll(pattern)].flatMap(([, inside = '']) =>
    [...inside.matchAll(/(?:^|[\s,{])(\w+)\s*(?=[,:=}\n]|$)/g)].map(([, name = '']) => name),
  ),
]

/** The properties that a type declares, with their place in the file. */
const propertiesOf = (type: string, text: string): { name: string; index: number }[] => {
  const start = text.search(new RegExp(`^(export )?type ${type}\\b[^=]*= `, 'm'))
  if (start < 0) return []
  const length = text.slice(start).search(/\n\}|\n\n/)
  const body = text.slice(start, length < 0 ? undefined : start + length)
  return [...body.matchAll(/(?:^ {2}|[{;] )(\w+)(?=\??(?::|\())/gm)].map((match) => ({
    name: match[1] ?? '',
    index: start + match.index + match[0].length - (match[1] ?? '').length,
  }))
}

/** Properties of the contracts above that no module of the product reads; tests do not count. */
export const unreadDeclarations = (sources: Sources): Finding[] => {
  const readers = [...sources].filter(([path]) => /^(src|scripts)\//.test(path) && !/\.test\.tsx?$/.test(path))
  const read = new Set(readers.flatMap(([, text]) => namesRead(text)))
  return Object.entries(contracts).flatMap(([path, types]) => {
    const text = sources.get(path)
    if (text === undefined) return []
    return types
      .flatMap((type) => propertiesOf(type, text).map((property) => ({ ...property, type })))
      .filter(({ name }) => !read.has(name))
      .map(({ name, type, index }) => ({ path, line: lineOf(text, index), message: `nobody reads ${type}.${name}` }))
  })
}
