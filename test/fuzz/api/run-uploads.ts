import { randomOf, type Random } from '../random.ts'
import type { Call } from './calls.ts'
import { bombOf, mutatedBundle, mutatedBytes, type NamedFile, type Samples } from './files.ts'
import { judge } from './judge.ts'
import { multipart } from './multipart.ts'
import { eachOf, seedOf, type Ran } from './run-calls.ts'
import type { Kind, Target } from './target.ts'

const oddFileNames = [
  '',
  '.',
  '../../x.csv',
  'a\u0000.csv',
  '\u202Evsc.exe',
  'a'.repeat(2_000),
  'a.csv;b',
  'CON',
  'x.parquet',
  'x.gz',
  'x.xlsx',
  'x.duckdb',
]

const post = (url: string, form: ReturnType<typeof multipart>): Call => ({ method: 'POST', url, ...form })

const tableFile = ({ tables }: Samples, random: Random): NamedFile => {
  if (random.chance(0.01)) return bombOf(random)
  const { name, bytes } = random.pick(tables)
  return { name: random.chance(0.2) ? random.pick(oddFileNames) : name, bytes: random.chance(0.85) ? mutatedBytes(bytes, random) : bytes }
}

const bundleUpload = ({ bundles }: Samples, random: Random): Call => {
  const { resource, whole, parts } = random.pick(bundles)
  const files = random.chance(0.05) ? whole : random.pick(random.pick(parts))
  const to = random.chance(0.85) ? resource : random.pick(bundles).resource
  const field = to === 'assets' ? 'bundle' : 'formData'
  const bytes = random.chance(0.02) ? bombOf(random).bytes : mutatedBundle(files, random)
  const passwords = random.pick(['{"databases/pg.yaml":"secret"}', '{}', '[', '{"__proto__":{"x":"y"}}', 'null'])
  const fields = { passwords, ...(random.chance(0.5) && { overwrite: 'true' }) }
  return post(`/api/v1/${to}/import/`, multipart(fields, { [field]: { name: 'bundle.zip', bytes } }))
}

const readOptions = (random: Random): string => {
  const options = {
    encoding: ['utf-8', 'utf-16', 'nope'],
    delimiter: [',', ';', '\u0000', '||'],
    header: ['true', 'x'],
    table: ['t', '../x'],
    columns: ['[', '[{}]'],
  }
  const chosen = Object.entries(options).flatMap(([name, values]) =>
    random.chance(0.2) ? [`${name}=${encodeURIComponent(random.pick(values))}`] : [],
  )
  return chosen.length > 0 ? `?${chosen.join('&')}` : ''
}

type Wanted = { seed: number; from: number; count: number }

/** Of these many uploads of tables one is read, which takes a process of its own. */
const readOneOf = 8

/** Sends uploads of tables and imports of bundles, from the given one on. */
export const fuzzUploads = async (target: Target, samples: Samples, { seed, from, count }: Wanted): Promise<Ran> => {
  const ran: Ran = { sent: 0, statuses: {}, faults: [] }
  const house = target.world.database.id

  const send = async (at: number) => {
    const random = randomOf(seedOf(seed, at))
    const kind: Kind = random.chance(0.8) ? 'admin' : 'alpha'
    const sender = await target.sender(kind)
    const ask = async (call: Call): Promise<string> => {
      const { statusCode, faults, body } = await judge(target, sender, { call, what: `upload ${at} as ${kind}` })
      ran.statuses[statusCode] = (ran.statuses[statusCode] ?? 0) + 1
      ran.faults.push(...faults)
      return body
    }
    ran.sent++
    if (random.chance(0.55)) {
      await ask(bundleUpload(samples, random))
      return
    }
    const file = tableFile(samples, random)
    const isRead = random.below(readOneOf) === 0
    if (isRead && random.chance(0.4)) {
      const type = random.pick(['csv', 'excel', 'columnar', 'x'])
      const fields = { type, table_name: `t${at}`, schema: 'main', already_exists: random.pick(['fail', 'replace', 'append']) }
      const url = random.chance(0.5) ? '/api/v1/database/upload_metadata/' : `/api/v1/database/${house}/upload/`
      await ask(post(url, multipart(fields, { file })))
      return
    }
    const [, id] = /"upload_id":"([\w-]+)"/.exec(await ask(post('/api/v1/upload/', multipart({}, { file })))) ?? []
    if (id === undefined) return
    if (isRead) await ask({ method: 'GET', url: `/api/v1/upload/${id}/preview${readOptions(random)}`, headers: {} })
    await ask({ method: 'DELETE', url: `/api/v1/upload/${id}`, headers: {} })
  }

  await eachOf({ from, count, inLine: 4 }, send)
  return ran
}
