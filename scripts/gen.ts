// `npm run gen`: writes every generated file; with --check it only lists the outdated ones.
import { cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { configTable } from './gen/config-table.ts'
import { interFont } from './gen/inter.ts'

const root = join(import.meta.dirname, '..')
const checking = process.argv.includes('--check')

/** Generated text by path. */
const generated: Record<string, (current: string) => string | Promise<string>> = {
  'README.md': configTable,
  'src/server/render/inter.json': interFont,
}

const stale: string[] = []
for (const [path, make] of Object.entries(generated)) {
  const target = join(root, path)
  const current = existsSync(target) ? readFileSync(target, 'utf8') : ''
  const wanted = await make(current)
  if (wanted === current) continue
  stale.push(path)
  if (!checking) writeFileSync(target, wanted)
}

const records = join(root, '../shared/conformance')
if (!checking && existsSync(records)) cpSync(records, join(root, 'test/conformance'), { recursive: true })

if (stale.length) console.log(checking ? `Stale, run npm run gen:\n${stale.join('\n')}` : `Written:\n${stale.join('\n')}`)
process.exit(checking && stale.length ? 1 : 0)
