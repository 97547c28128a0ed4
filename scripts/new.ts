// `npm run new -- chart my_chart`: creates the initial files of a chart, engine, resource or page, and registers it.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const root = join(import.meta.dirname, '..')

type Kit = {
  /** Pattern of valid names. */
  name: RegExp
  files(name: string): Record<string, string>
  /** List that gets an entry: its file, the import, and the entry. */
  list: { path: string; entry(name: string): { import: string; item: string } } | null
}

const camel = (name: string) => name.replaceAll(/[_-](\w)/g, (_, letter: string) => letter.toUpperCase())
const pascal = (name: string) => camel(`_${name}`)
const words = (name: string) => name.replaceAll(/[_-]/g, ' ').replace(/^\w/, (letter) => letter.toUpperCase())

const kits: Record<string, Kit> = {
  chart: {
    name: /^[a-z][a-z0-9_]*$/,
    list: {
      path: 'src/charts/index.ts',
      entry: (name) => ({ import: `import { ${camel(name)}Chart } from './${name}/chart.ts'`, item: `${camel(name)}Chart` }),
    },
    files: (name) => ({
      [`src/charts/${name}/controls.ts`]: `import type { Section } from '../control.ts'
import type { FormOf } from '../read-form.ts'
import * as shared from '../shared/form/controls.ts'

export const ${camel(name)}Controls = [
  {
    label: 'Query',
    tab: 'data',
    open: true,
    rows: [[shared.groupby], [shared.metrics], [shared.adhocFilters], [shared.rowLimit]],
  },
] satisfies Section[]

/** The form: a value for each control. */
export type ${pascal(name)}Form = FormOf<typeof ${camel(name)}Controls>
`,
      [`src/charts/${name}/chart.ts`]: `import { buildQueryObject } from '#core/query/build-query-context.ts'
import { defineChart } from '../define-chart.ts'
import { columnNames, listed, metricNames } from '../shared/time-series/form/sentence.ts'
import { ${camel(name)}Controls } from './controls.ts'

export const ${camel(name)}Chart = defineChart({
  viz_type: '${name}',
  name: '${words(name)}',
  description: '',
  category: 'Other',
  tags: [],
  behaviors: [],
  controls: ${camel(name)}Controls,
  buildQuery: (_, saved) => [buildQueryObject(saved)],
  option: () => ({}),
  sentence: (form, context) =>
    listed([...metricNames(form.metrics, context), ...columnNames(form.groupby, context)], context.t) || context.t('Nothing'),
})
`,
      [`src/charts/${name}/chart.test.ts`]: `import { expect, test } from 'vitest'
import { ${camel(name)}Chart } from './chart.ts'

test('asks for what its controls say', () => {
  const [query] = ${camel(name)}Chart.buildQuery({ viz_type: '${name}', datasource: '1__table', metrics: ['count'] })
  expect(query?.metrics).toEqual(['count'])
})
`,
    }),
  },
  engine: {
    name: /^[a-z][a-z0-9]*$/,
    list: {
      path: 'src/engines/index.ts',
      entry: (name) => ({ import: `import { ${camel(name)}Engine } from './${name}/engine.ts'`, item: `${camel(name)}Engine` }),
    },
    files: (name) => ({
      [`src/engines/${name}/dialect.ts`]: `import { postgresDialect } from '../postgres/dialect.ts'
import type { Dialect } from '../dialect.ts'

/** Replacements in the copy of the Postgres engine. */
export const ${camel(name)}Dialect: Dialect = { ...postgresDialect, id: '${name}' }
`,
      [`src/engines/${name}/engine.ts`]: `import { postgresEngine } from '../postgres/engine.ts'
import type { Engine } from '../engine.ts'
import { ${camel(name)}Dialect } from './dialect.ts'

export const ${camel(name)}Engine: Engine = {
  ...postgresEngine,
  id: '${name}',
  name: '${words(name)}',
  schemes: ['${name}'],
  dialect: ${camel(name)}Dialect,
}
`,
    }),
  },
  resource: {
    name: /^[a-z][a-z0-9_]*$/,
    list: {
      path: 'src/server/resources/index.ts',
      entry: (name) => ({ import: `import { ${camel(name)} } from './${name}/routes.ts'`, item: camel(name) }),
    },
    files: (name) => ({
      [`src/api/${name}.ts`]: `import { z } from 'zod'
import { route } from './declare/route.ts'

export const ${camel(name)}Route = route({
  method: 'GET',
  path: '/api/v1/${name}/',
  access: ['can_read', '${pascal(name)}'],
  summary: '',
  tag: '${pascal(name)}',
  result: z.object({ result: z.array(z.string()) }),
})
`,
      [`src/server/resources/${name}/routes.ts`]: `import { ${camel(name)}Route } from '#api/${name}.ts'
import { serve, type App } from '../../http/serve.ts'

export const ${camel(name)} = (app: App): void => {
  serve(app, ${camel(name)}Route, async () => ({ result: [] }))
}
`,
    }),
  },
  page: {
    name: /^[a-z][a-z0-9-]*$/,
    list: null,
    files: (name) => ({
      [`src/web/pages/${name}/${pascal(name)}Page.tsx`]: `import { t } from '#core/i18n/t.ts'

export default function ${pascal(name)}Page() {
  return <h1>{t('${words(name)}')}</h1>
}
`,
    }),
  },
}

const fail = (text: string): never => {
  console.error(text)
  process.exit(1)
}

const [kind = '', name = ''] = process.argv.slice(2)
const kit = kits[kind] ?? fail(`Say what: npm run new -- ${Object.keys(kits).join('|')} name`)
if (!kit.name.test(name)) fail(`"${name}" is no name for a ${kind}: ${kit.name.source}`)

for (const [path, text] of Object.entries(kit.files(name))) {
  const target = join(root, path)
  if (existsSync(target)) fail(`${path} is there already`)
  mkdirSync(dirname(target), { recursive: true })
  writeFileSync(target, text)
  console.log(path)
}
if (kit.list) {
  const target = join(root, kit.list.path)
  const { import: line, item } = kit.list.entry(name)
  const text = readFileSync(target, 'utf8')
  writeFileSync(target, `${line}\n${text.replace(/\](\s*)(?=\n\nexport|\n*$)/, `, ${item}]$1`)}`)
  console.log(kit.list.path)
} else console.log('Now add its path in src/core/pages.ts and its file in src/web/app.tsx')
