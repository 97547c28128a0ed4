import type { Finding, Sources } from './sources.ts'
import { lineOf } from './sources.ts'

const maxLines = 500

export const tooLong = (sources: Sources): Finding[] =>
  [...sources].flatMap(([path, text]) => {
    const lines = text.split('\n').length
    return lines > maxLines ? [{ path, message: `${lines} lines; at most ${maxLines}` }] : []
  })

const maxEntries = 20

/** Folders that may hold more, because their entries are alike. */
const alikeFolders: Record<string, string> = {
  'src/api': 'a file for each resource',
  'src/charts': 'a folder for each chart',
  'src/engines': 'a folder for each engine',
  'src/server/resources': 'a folder for each resource',
  'src/web/pages': 'a folder for each page',
  bench: 'a file for each measured figure',
  'test/api': 'a file for each subject of the API tests',
  'test/e2e': 'a file for each journey',
}

/** Folders still to be split; none may be added. */
const unsplitFolders = ['src/web/ui']

export const crowdedFolders = (sources: Sources): Finding[] => {
  const entries = new Map<string, Set<string>>()
  for (const path of sources.keys()) {
    const parts = path.split('/')
    for (const [index, name] of parts.entries()) {
      const folder = parts.slice(0, index).join('/')
      entries.set(folder, (entries.get(folder) ?? new Set()).add(name))
    }
  }
  return [...entries]
    .filter(([folder, names]) => names.size > maxEntries && !(folder in alikeFolders) && !unsplitFolders.includes(folder))
    .map(([path, names]) => ({ path, message: `${names.size} entries; split by subject, at most ${maxEntries} of unlike things` }))
}

const mayExportDefault = (path: string) => /\.config\.ts$|^test\/e2e\/global-setup\.ts$|^src\/web\/pages\/.*\.tsx$/.test(path)

export const defaultExports = (sources: Sources): Finding[] =>
  [...sources].flatMap(([path, text]) => {
    const index = path.startsWith('scripts/') ? -1 : text.search(/^export default\b/m)
    return index < 0 || mayExportDefault(path) ? [] : [{ path, line: lineOf(text, index), message: 'default export; name it' }]
  })

const vagueName = /(^|\/)(utils?|helpers?|common|misc|types)(\.|\/|$)/

export const vagueNames = (sources: Sources): Finding[] =>
  [...sources.keys()].filter((path) => vagueName.test(path)).map((path) => ({ path, message: 'a name that says nothing' }))

const tokenFiles = [/^src\/core\/theme\/tokens\.ts$/, /^src\/core\/color\//, /\.test\.tsx?$/, /\/fixtures?\b/]
const colorLiteral = /(['"`:\s(,])(#(?:[0-9a-fA-F]{3,4}|[0-9a-fA-F]{6}|[0-9a-fA-F]{8})\b|(?:rgba?|hsla?)\(\s*\d)/g

/** Colours are defined in the tokens and the colour schemes only. */
export const colorLiterals = (sources: Sources): Finding[] =>
  [...sources]
    .filter(([path]) => path.startsWith('src/') && !tokenFiles.some((allowed) => allowed.test(path)))
    .flatMap(([path, text]) =>
      [...text.matchAll(colorLiteral)].map((match) => ({
        path,
        line: lineOf(text, match.index + 1),
        message: `colour literal ${match[2] ?? ''}; use a token`,
      })),
    )

const suppression = /(oxlint|eslint)-disable|@ts-(ignore|nocheck|expect-error)|\b(TODO|FIXME|XXX)\b(?!\(#\d+\))/g

export const suppressions = (sources: Sources): Finding[] =>
  [...sources]
    .filter(([path]) => path.startsWith('src/') || path.startsWith('test/'))
    .flatMap(([path, text]) =>
      [...text.matchAll(suppression)].map((match) => ({ path, line: lineOf(text, match.index), message: `${match[0]} is not allowed` })),
    )
    .filter(({ path }) => !path.startsWith('test/check/'))
