import react from '@vitejs/plugin-react'
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { defineConfig, type Plugin } from 'vite'
import { customMedia } from './scripts/custom-media.ts'

/** Writes .br and .gz beside every text asset, so that the server never compresses a file. */
const precompress = (): Plugin => ({
  name: 'precompress',
  apply: 'build',
  writeBundle: ({ dir }) => {
    const folder = join(dir ?? '', 'assets')
    for (const name of readdirSync(folder).filter((file) => /\.(js|css|svg|json)$/.test(file))) {
      const bytes = readFileSync(join(folder, name))
      if (bytes.length < 1024) continue
      writeFileSync(join(folder, `${name}.gz`), gzipSync(bytes, { level: 9 }))
      writeFileSync(join(folder, `${name}.br`), brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }))
    }
  },
})

type Declared = { method: string; path: string; csrfExempt?: true }

const isRoute = (value: unknown): value is Declared => typeof value === 'object' && value !== null && 'method' in value && 'path' in value

/** What the browser is given of an exported value: a route as far as a call goes, plain values whole; undefined = nothing. */
const forBrowser = (value: unknown): unknown => {
  if (isRoute(value)) return { method: value.method, path: value.path, csrfExempt: value.csrfExempt }
  return ['string', 'number', 'boolean'].includes(typeof value) ? value : undefined
}

/**
 * Serves the contract's modules without their schemas: the server validates, and the browser needs no zod to call. Only forms check bodies
 * before they send them: `api/bodies/` and `declare/field.ts` stay whole, and are loaded with the form.
 */
const routesOnly = (): Plugin => ({
  name: 'routes-only',
  load: {
    filter: { id: /\/src\/api\/(?!declare\/field\.ts$|bodies\/)[\w/-]+\.ts$/ },
    handler: async (id) => {
      const module = (await import(`${pathToFileURL(id).href}?${statSync(id).mtimeMs}`)) as Record<string, unknown>
      const kept = Object.entries(module).flatMap(([name, value]) => {
        const json = JSON.stringify(forBrowser(value))
        return json ? [`export const ${name} = ${json}`] : []
      })
      return { code: kept.join('\n'), moduleType: 'js', moduleSideEffects: false }
    },
  },
})

const pageModule = /\/src\/web\/pages\/([\w-]+)\/\w+Page\.tsx$/
const chartModule = /\/src\/charts\/(\w+)\/chart\.ts$/
/** A chart that draws itself. */
const chartComponent = /\/src\/charts\/(\w+)\/\w+Chart\.tsx$/
/** A part of ECharts that `drawingParts` names. */
const drawingPart = /\/src\/web\/frame\/echarts\/families\/([\w-]+)\.ts$/
const echartsModules = /\/src\/web\/frame\/echarts\/(echarts-core|families\/line)\.ts$/
const textFont = /\/inter-latin-wght-normal-[\w-]+\.woff2$/

/** Writes what each page needs beside the entry, and each type of chart and part of ECharts beside the shell, so that the server can name it all with the first answer. */
const preloads = (): Plugin => ({
  name: 'preloads',
  apply: 'build',
  generateBundle(_options, bundle) {
    const found = Object.values(bundle).filter((file) => file.type === 'chunk')
    const withImports = (names: string[], seen = new Set<string>()): Set<string> => {
      for (const name of names) {
        if (seen.has(name)) continue
        seen.add(name)
        withImports(found.find(({ fileName }) => fileName === name)?.imports ?? [], seen)
      }
      return seen
    }
    const namesOf = (list: typeof found) => list.map(({ fileName }) => fileName)
    const entries = namesOf(found.filter(({ isEntry }) => isEntry))
    const shell = withImports(entries)
    const echarts = namesOf(found.filter(({ moduleIds }) => moduleIds.some((id) => echartsModules.test(id))))
    const fonts = Object.keys(bundle).filter((name) => textFont.test(name))
    const lists = found.flatMap(({ fileName, facadeModuleId }) => {
      const [, page] = pageModule.exec(facadeModuleId ?? '') ?? []
      if (!page || !facadeModuleId) return []
      const drawsCharts = this.getModuleInfo(facadeModuleId)?.importedIds.some((id) => id.endsWith('/frame/echarts/load-echarts.ts'))
      const scripts = withImports([...entries, fileName, ...(drawsCharts ? echarts : [])])
      return [[page, [...fonts, ...[...scripts].filter((name) => !entries.includes(name))]] as const]
    })
    const charts = found.flatMap(({ fileName, moduleIds }) =>
      moduleIds.flatMap((id) => {
        const [, vizType] = chartModule.exec(id) ?? []
        if (!vizType) return []
        const components = namesOf(found.filter((file) => file.moduleIds.some((one) => chartComponent.exec(one)?.[1] === vizType)))
        return [[vizType, [...withImports([fileName, ...components])].filter((name) => !shell.has(name))] as const]
      }),
    )
    const parts = found.flatMap(({ fileName, moduleIds }) =>
      moduleIds.flatMap((id) => {
        const [, part] = drawingPart.exec(id) ?? []
        return part ? [[part, [...withImports([fileName])].filter((name) => !shell.has(name))] as const] : []
      }),
    )
    const source = JSON.stringify({
      pages: Object.fromEntries(lists),
      charts: Object.fromEntries(charts),
      parts: Object.fromEntries(parts),
    })
    this.emitFile({ type: 'asset', fileName: 'preloads.json', source })
  },
})

/**
 * Chunks hold what is run as soon as they come. Chromium compiles those that say so beside the page; without a word it would do so within
 * it, one function after the other.
 */
const compiledAtOnce = (): Plugin => ({
  name: 'compiled-at-once',
  apply: 'build',
  enforce: 'post',
  generateBundle: {
    order: 'post',
    handler: (_options, bundle) => {
      for (const file of Object.values(bundle)) if (file.type === 'chunk') file.code = `//# allFunctionsCalledOnLoad\n${file.code}`
    },
  },
})

/** What lists and sheets are made of; a dashboard is drawn without. */
const forms =
  /src\/web\/ui\/(\w+\/(Checkbox|EditableTitle|Field|Picker|SearchInput|SearchableRows|Segmented|TextInput)|DropZone|Splitter)\.tsx?$|node_modules\/@tanstack\/(query-core\/build\/modern\/mutationObserver|react-query\/build\/modern\/useMutation)\.js$/

/** Icons of fields, tables, lists, menus and types of charts; a dashboard is drawn without. */
const fieldIcons =
  /lucide-react\/dist\/esm\/icons\/(binary|braces|bubbles|chart-[\w-]+|clipboard-paste|download|gauge|grid-[23]x[23]|hash|layout-(dashboard|grid)|link|list|mail|map|network|pin|pin-off|radar|scan-eye|shapes|sigma|square-function|table-2|text-align-start|toggle-left|trash|trending-up|type|upload)\.mjs$/

/** Icons of explore that few other parts draw. */
const exploreIcons =
  /lucide-react\/dist\/esm\/icons\/(code|file-spreadsheet|image-down|lock|panel-left-(close|open)|redo-2|settings-2|undo-2)\.mjs$/

/** What lists and dashboards write beside names. */
const listMarks = /src\/web\/lists\/(sharing\/public-links|time\/ago|rows\/UserStar)\.tsx?$/

/** What tables and lists of cards are made of; a dashboard is drawn without. */
const tables = /src\/web\/ui\/table\/.*\.(tsx?|css)$/

/** What long tables and lists are windowed with; a dashboard is drawn without. */
const virtual = /src\/web\/ui\/virtual\/|node_modules\/@tanstack\/(react-virtual|virtual-core)\//

/** What SQL Lab shares with its lists and with links to it; a dashboard is drawn without. */
const queries =
  /src\/(api\/(query|saved-query|sqllab|export)|web\/window\/sql-lab-paths)\.ts$|lucide-react\/dist\/esm\/icons\/(bookmark|history|square-terminal)\.mjs$/

/** What overlays share with pages that load without them. */
const basics = /src\/web\/ui\/(overlay\/focus\.ts|row\.module\.css)$/

/** Overlays and what they need of react-aria: loaded at the first interaction. */
const overlays = /src\/web\/ui\/overlay\/open\//

/** Widgets with what they need of react-aria: they weigh much, and are drawn in forms, editors and filters only. */
const ariaWidgets = /src\/web\/ui\/((combobox|date|number|reorder|tree)\/|choice\/(RadioList|Switch)\.)/

/** What a form checks its body with. It comes last, so that nothing that pages share gets into it. */
const schemas = /src\/(api\/(declare\/field\.ts|bodies\/)|core\/encoding\/json\/json-bounds\.ts)|node_modules\/zod\//

/** Parts that few dashboards draw; what every page with charts loads is without them. */
const rareParts =
  /src\/charts\/shared\/(fixtures\/|form\/(geo|collection-items|fixed-or-metric|rare-controls)|svg\/table-marks|echarts-options\/|time-series\/(written|annotations\/)|table\/)|src\/core\/(color\/(sequential-data|dashboard-colors)|transform\/calculation\/cell-aggregations|time\/range\/|filters\/(scope|settings|values)\/|query\/(filter-(words|operators)|drill\/))|src\/web\/(ui\/(code|button\/copy-)|frame\/picture\/download\.)/

/** What explore and dashboards share and no other page loads. */
const chartPages =
  /src\/(web\/(data\/client-log\/visit|frame\/chart-registry|controls\/annotation\/(layer-states|use-layers))|core\/(layout\/(history|component|tree)|encoding\/read-object)|charts\/components)\.tsx?$/

/** Logging in, and routes that only the pages of the settings and dialogs ask. */
const settingsParts =
  /src\/(web\/(data\/log-in\/(log-in|passkey)|ui\/profile\/|shell\/log-in\/)|api\/(second-factor|roles|row-rule|users|groups|tag|import|password-link|database-catalogue))/

/** Few files for what many parts share; what one part alone needs stays with it. A share counts every page and part that is loaded by itself. */
const chunks = [
  { name: 'shell', tags: ['$initial' as const], priority: 4 },
  { name: 'basics', test: basics, priority: 3.6 },
  { name: 'icons', test: fieldIcons, minShareCount: 2, priority: 3.5 },
  { name: 'queries', test: queries, minShareCount: 2, priority: 3.5 },
  { name: 'chart-pages', test: chartPages, minShareCount: 2, priority: 3.5 },
  { name: 'virtual', test: virtual, priority: 3.5 },
  { name: 'explore-icons', test: exploreIcons, minShareCount: 2, priority: 3.5 },
  { name: 'list-marks', test: listMarks, minShareCount: 2, priority: 3.5 },
  { name: 'overlays', test: overlays, minShareCount: 1, priority: 3.5 },
  {
    name: 'drawing',
    test: (id: string) =>
      /src\/(charts\/shared|core\/(format|color|time))\/.*\.ts$|src\/web\/ui\/text\/measure\.ts$|node_modules\/d3-/.test(id) &&
      !rareParts.test(id),
    minShareCount: 4,
    priority: 3,
  },
  { name: 'echarts', test: /src\/web\/frame\/echarts\/(echarts-core|families\/(line|bar))\.ts$/, priority: 3 },
  {
    name: 'common',
    test: (id: string) =>
      /src\/(core|api|charts\/shared|web\/(ui|data|frame|lazy|shell|window))\/|src\/web\/upload\/open-paste|node_modules\/(lucide-react|@tanstack)\//.test(
        id,
      ) &&
      !forms.test(id) &&
      !tables.test(id) &&
      !schemas.test(id) &&
      !ariaWidgets.test(id) &&
      !rareParts.test(id) &&
      !settingsParts.test(id),
    minShareCount: 4,
    priority: 2,
  },
  {
    name: 'dashboard',
    test: /src\/web\/pages\/dashboard\/(state\/(dashboard-context|derived|draft|use-list|mask-names|host|open-tabs)|data\/(address|chart-types|read-draft|record)|stage\/(edit-tools|Stage\.module))\.(ts|css)$/,
    minShareCount: 2,
    priority: 3,
  },
  { name: 'controls', test: /src\/web\/controls\//, minShareCount: 4, priority: 1 },
  { name: 'forms', test: forms, minShareCount: 2, priority: 2.5 },
  { name: 'tables', test: tables, minShareCount: 2, priority: 1 },
  { name: 'schemas', test: schemas, priority: 0 },
]

/**
 * `de-frame` for a catalogue, which would else be called like the chunk of a page. Each page lists the names of a hundred files, and hashes
 * do not compress: seven characters (42 bits) tell versions of one file apart.
 */
const chunkName = (facadeModuleId: string | null): string => {
  const [, language, room] = /\/i18n\/([\w-]+)\/(\w+)\.json$/.exec(facadeModuleId ?? '') ?? []
  return language ? `assets/${language}-${room}-[hash:7].js` : 'assets/[name]-[hash:7].js'
}

/** Files that stand before a part of these pages is loaded; to preload them with each part only makes the lists of names longer. */
const isLoaded = (name: string, host: string): boolean =>
  /\/(index|rolldown-runtime)-[\w-]+\.js$/.test(name) ||
  (/\/(DashboardPage|ExplorePage)-/.test(host) && /\/(common|drawing|use-chart-data)-[\w-]+\.js$/.test(name))

const server = `http://127.0.0.1:${process.env['CHARTROOM_PORT'] ?? 8088}`

/** Calls go to the server, pages stay with Vite. */
const toServer = (path: string) =>
  [
    path,
    {
      target: server,
      bypass: ({ headers }: { headers: { accept?: string } }) => (headers.accept?.includes('text/html') ? '/index.html' : undefined),
    },
  ] as const

export default defineConfig({
  root: 'src/web',
  base: './',
  plugins: [routesOnly(), customMedia(), react(), preloads(), compiledAtOnce(), precompress()],
  build: {
    outDir: '../../dist/web',
    emptyOutDir: true,
    target: 'es2023',
    chunkSizeWarningLimit: 700,
    cssCodeSplit: false,
    modulePreload: { resolveDependencies: (_file, names, { hostId }) => names.filter((name) => !isLoaded(name, hostId)) },
    license: { fileName: 'licenses.md' },
    rolldownOptions: {
      output: { codeSplitting: { groups: chunks }, chunkFileNames: ({ facadeModuleId }) => chunkName(facadeModuleId) },
    },
  },
  server: { port: 5173, proxy: Object.fromEntries(['/api', '/superset', '/datasource', '/health', '/login', '/logout'].map(toServer)) },
})
