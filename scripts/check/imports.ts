import { dirname, join } from 'node:path'
import type { Finding, Sources } from './sources.ts'
import { lineOf } from './sources.ts'

export type Import = { from: string; to: string; line: number; typeOnly: boolean }

const pattern = /^(?:import|export)\s(?:(type)\s)?(?:[^'"]*?\sfrom\s)?['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]\s*\)/gm

/** Imports of our own files, resolved to paths from the root. */
export const ownImports = (path: string, text: string): Import[] =>
  [...text.matchAll(pattern)].flatMap((match) => {
    const target = match[2] ?? match[3] ?? ''
    const to = target.startsWith('#') ? `src/${target.slice(1)}` : target.startsWith('.') ? join(dirname(path), target) : null
    return to && /\.tsx?$/.test(to) ? [{ from: path, to, line: lineOf(text, match.index), typeOnly: match[1] === 'type' }] : []
  })

const floorOf = (path: string) => path.match(/^src\/(core|api|charts|engines|server|web)\//)?.[1]

/** Which floor may import which. */
const mayImport: Record<string, readonly string[]> = {
  core: ['core'],
  api: ['core', 'api'],
  charts: ['core', 'charts'],
  engines: ['core', 'engines'],
  server: ['core', 'api', 'charts', 'engines', 'server'],
  web: ['core', 'api', 'charts', 'web'],
}

/** Inside `web`: what a room may import besides itself. Pages may import every room, but never another page. */
const webRooms: Record<string, readonly string[]> = {
  theme: [],
  data: [],
  ui: [],
  embed: ['data'],
  lazy: ['data', 'ui'],
  window: ['data', 'ui'],
  frame: ['data', 'lazy', 'theme', 'ui'],
  controls: ['data', 'frame', 'lazy', 'theme', 'ui'],
  'data-grid': ['controls', 'data', 'frame', 'ui'],
  forms: ['data', 'ui', 'window'],
  lists: ['data', 'forms', 'lazy', 'theme', 'ui', 'window'],
  connect: ['data', 'forms', 'lazy', 'ui'],
  dataset: ['controls', 'data', 'forms', 'lazy', 'lists', 'ui', 'window'],
  upload: ['data', 'forms', 'lazy', 'ui', 'window'],
  shell: ['connect', 'data', 'lazy', 'theme', 'ui', 'upload', 'window'],
}

/** Pages that show another page inside other sites. */
const shownInside: Readonly<Record<string, string>> = { embedded: 'dashboard' }

/** From other floors, widgets may import texts, tokens and the windowing of long lists. */
const widgetsMayImport = /^src\/(web\/ui|core\/(i18n|theme|scroll))\//

const roomOf = (path: string, floor: string) => path.match(new RegExp(`^src/${floor}/([^/]+)/`))?.[1]
const pageOf = (path: string) => path.match(/^src\/web\/pages\/([^/]+)/)?.[1]
const resourceOf = (path: string) => path.match(/^src\/server\/resources\/([^/]+)\//)?.[1]

const refusal = ({ from, to }: Import): string | null => {
  const [floor, target] = [floorOf(from), floorOf(to)]
  if (!floor) return null
  if (!target) return `${floor} imports ${to}, which is on no floor`
  if (!mayImport[floor]?.includes(target)) return `${floor} may not import ${target} (${to})`
  if (from.endsWith('.ts') && to.endsWith('.tsx') && floor !== 'web') return `a .ts file may not import a .tsx file (${to})`
  if (floor === 'server' && target === 'charts' && to.endsWith('.tsx')) return `server may import only .ts files of charts (${to})`
  if (from.startsWith('src/web/ui/') && !widgetsMayImport.test(to)) return `ui may not import ${to}`
  if (floor !== target && from.startsWith('src/') && !/\.test\.tsx?$/.test(from)) return null
  if (floor === 'charts' && target === 'charts') {
    const [own, other] = [roomOf(from, 'charts'), roomOf(to, 'charts')]
    if (own && other && own !== other && other !== 'shared' && own !== 'shared') return `a chart may not import another chart (${to})`
  }
  const [webRoom, webTarget] = [roomOf(from, 'web'), roomOf(to, 'web')]
  if (webRoom && webRoom !== 'pages' && webTarget !== webRoom && !webRooms[webRoom]?.includes(webTarget ?? ''))
    return `${webRoom} may not import ${webTarget ?? 'the root of web'} (${to}); the rooms of web and their imports are in scripts/check/imports.ts`
  if (floor === 'web' && pageOf(from) && pageOf(to) && pageOf(from) !== pageOf(to) && shownInside[pageOf(from) ?? ''] !== pageOf(to))
    return `a page may not import another page (${to})`
  const [own, other] = [resourceOf(from), resourceOf(to)]
  if (own && other && own !== other && to.endsWith('/routes.ts')) return `a resource may not import another resource's routes (${to})`
  return null
}

/** Across floors `#floor/…`, inside a floor relative. */
const styleRefusal = (path: string, text: string): Finding[] =>
  [...text.matchAll(pattern)].flatMap((match) => {
    const target = match[2] ?? match[3] ?? ''
    const floor = floorOf(path)
    if (!floor || !target.startsWith('#')) return []
    return target.startsWith(`#${floor}/`)
      ? [{ path, line: lineOf(text, match.index), message: `inside a floor imports are relative (${target})` }]
      : []
  })

const isTest = (path: string) => /\.test\.tsx?$/.test(path)

export const wrongWay = (sources: Sources): Finding[] =>
  [...sources].flatMap(([path, text]) => [
    ...ownImports(path, text).flatMap((one) => {
      const message = isTest(path) ? null : refusal(one)
      return message ? [{ path, line: one.line, message }] : []
    }),
    ...styleRefusal(path, text),
  ])

/** These files and everything they import, also dynamically; files that are `isOutside` are neither read nor followed. */
export const reachedFrom = (sources: Sources, starts: readonly string[], isOutside = (_path: string) => false): Set<string> => {
  const found = new Set<string>()
  const visit = (path: string) => {
    const text = sources.get(path)
    if (text === undefined || found.has(path) || isOutside(path)) return
    found.add(path)
    for (const { to, typeOnly } of ownImports(path, text)) if (!typeOnly) visit(to)
  }
  for (const path of starts) visit(path)
  return found
}

/** Import cycles, each reported once; type-only imports do not count. */
export const cycles = (sources: Sources): Finding[] => {
  const edges = new Map([...sources].map(([path, text]) => [path, ownImports(path, text).filter((one) => !one.typeOnly)]))
  const state = new Map<string, 'open' | 'done'>()
  const found: Finding[] = []
  const visit = (path: string, trail: string[]) => {
    state.set(path, 'open')
    for (const { to } of edges.get(path) ?? []) {
      if (state.get(to) === 'open')
        found.push({ path, message: `import cycle: ${[...trail.slice(trail.indexOf(to)), path, to].join(' → ')}` })
      else if (!state.has(to) && edges.has(to)) visit(to, [...trail, path])
    }
    state.set(path, 'done')
  }
  for (const path of edges.keys()) if (!state.has(path)) visit(path, [])
  return found
}
