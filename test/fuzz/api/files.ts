import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { gzipSync } from 'node:zlib'
import { DuckDBInstance } from '@duckdb/node-api'
import { strToU8, unzipSync, zipSync } from 'fflate'
import { bundleNames, bytesOf, resourceOf } from '../../api/send-bundle.ts'
import type { Random } from '../random.ts'

export type NamedFile = { name: string; bytes: Uint8Array }

type Files = Readonly<Record<string, Uint8Array>>

/** Files that are right, which mutations start from. */
export type Samples = {
  tables: readonly NamedFile[]
  /** Each whole, and by folder its objects with what they need: reading a whole one takes a hundred times as long. */
  bundles: readonly { resource: string; whole: Files; parts: readonly (readonly Files[])[] }[]
}

const csv = 'region,amount,day\nnorth,1,2024-01-01\nsouth,"2,5",2024-02-29\n"a ""b"" c",3,\n'

const sheet = (cells: string) =>
  `<?xml version="1.0"?><worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>${cells}</sheetData></worksheet>`

const workbook = zipSync({
  '[Content_Types].xml': strToU8(
    '<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/></Types>',
  ),
  '_rels/.rels': strToU8(
    '<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="xl/workbook.xml"/></Relationships>',
  ),
  'xl/workbook.xml': strToU8(
    '<?xml version="1.0"?><workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets><sheet name="A" sheetId="1" r:id="rId1"/></sheets></workbook>',
  ),
  'xl/_rels/workbook.xml.rels': strToU8(
    '<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/></Relationships>',
  ),
  'xl/worksheets/sheet1.xml': strToU8(
    sheet('<row r="1"><c r="A1" t="inlineStr"><is><t>a</t></is></c></row><row r="2"><c r="A2"><v>1</v></c></row>'),
  ),
})

/** Files of the engines, written by them. */
const engineFiles = async (): Promise<NamedFile[]> => {
  const folder = await mkdtemp(join(tmpdir(), 'chartroom-fuzz-'))
  const path = (name: string) => join(folder, name)
  const sqlite = new DatabaseSync(path('a.sqlite'))
  sqlite.exec("create table t (a integer, b text); insert into t values (1, null), (2, 'x')")
  sqlite.close()
  const instance = await DuckDBInstance.create(path('a.duckdb'))
  const connection = await instance.connect()
  await connection.run('create table t as select range a, range::varchar b from range(100)')
  await connection.run(`copy t to '${path('a.parquet')}' (format parquet)`)
  connection.closeSync()
  instance.closeSync()
  const files = await Promise.all(['a.sqlite', 'a.duckdb', 'a.parquet'].map(async (name) => ({ name, bytes: await readFile(path(name)) })))
  await rm(folder, { recursive: true })
  return files
}

/** What an object of a bundle may bring along of what it names: a dashboard names a hundred charts. */
const maxNeeded = 5

/** By folder, every object of a bundle with those that it names by their uuids, at any depth. */
const partsOf = (whole: Files): Files[][] => {
  const entries = Object.entries(whole).map(([name, bytes]) => {
    const text = Buffer.from(bytes).toString()
    return { name, bytes, text, uuid: /^uuid: (\S+)/m.exec(text)?.[1] }
  })
  const objects = entries.filter(({ uuid }) => uuid !== undefined)
  const withNeeded = (one: (typeof entries)[number]): typeof entries => {
    const named = objects.filter(({ uuid = '' }) => uuid !== one.uuid && one.text.includes(uuid))
    return [one, ...named.slice(0, maxNeeded).flatMap(withNeeded)]
  }
  const metadata = entries.filter(({ uuid }) => uuid === undefined)
  const byFolder = Object.values(Object.groupBy(objects, ({ name }) => name.split('/')[1] ?? ''))
  return byFolder.map((alike = []) =>
    alike.map((object) => Object.fromEntries([...metadata, ...withNeeded(object)].map(({ name, bytes }) => [name, bytes]))),
  )
}

export const makeSamples = async (): Promise<Samples> => ({
  tables: [
    { name: 'a.csv', bytes: strToU8(csv) },
    { name: 'a.tsv', bytes: strToU8(csv.replaceAll(',', '\t')) },
    { name: 'a.json', bytes: strToU8('[{"a":1,"b":{"c":[1]}},{"a":null}]') },
    { name: 'a.ndjson', bytes: strToU8('{"a":1}\n{"a":"x"}\n') },
    { name: 'a.csv.gz', bytes: gzipSync(csv) },
    { name: 'a.zip', bytes: zipSync({ 'a.csv': strToU8(csv) }) },
    { name: 'a.xlsx', bytes: workbook },
    ...(await engineFiles()),
  ],
  bundles: bundleNames.map((name) => {
    const whole = unzipSync(bytesOf(name))
    return { resource: resourceOf(name), whole, parts: partsOf(whole) }
  }),
})

const oddNames = [
  '../x.yaml',
  '/etc/x.yaml',
  '..\\..\\x.yaml',
  'a\u0000.yaml',
  '__proto__/x.yaml',
  'charts/../x.yaml',
  'a'.repeat(300),
  'CHARTS/X.yaml',
  'metadata.yaml',
]

const oddYaml = [
  'a: &a [x,x,x,x,x,x,x,x,x]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a]\nc: &c [*b,*b,*b,*b,*b,*b,*b,*b,*b]\nd: [*c,*c,*c,*c,*c,*c,*c,*c,*c]\n',
  '!!js/function "function () { return process.env }"\n',
  '<<: {__proto__: {polluted: 1}}\n__proto__: {polluted: 1}\n',
  `${'['.repeat(5_000)}\n`,
  'a: 1\na: 2\n',
  '- 1\n',
  '',
  '\u0000',
  'version: 1.0.0\ntype: Nothing\n',
  'uuid: x\nversion: 1.0.0\n',
  '{{ 1 }}: {{ 2 }}\n',
]

/** Bytes changed, cut, doubled or put in. */
export const mutatedBytes = (bytes: Uint8Array, random: Random): Uint8Array => {
  let changed = Buffer.from(bytes)
  for (let changes = random.below(6); changes > 0; changes--) {
    const at = random.below(changed.length + 1)
    const kind = random.below(5)
    if (kind === 0) changed = changed.subarray(0, at)
    else if (kind === 1 && at < changed.length) changed[at] = random.below(256)
    else if (kind === 2)
      changed = Buffer.concat([
        changed.subarray(0, at),
        Buffer.from(Array.from({ length: 8 }, () => random.below(256))),
        changed.subarray(at),
      ])
    else if (kind === 3) changed = Buffer.concat([changed.subarray(0, at), changed.subarray(Math.max(0, at - 50))])
    else changed = Buffer.concat([changed.subarray(0, at), changed.subarray(at + 1 + random.below(20))])
  }
  return changed
}

/** A line of YAML with something else behind its colon. */
const mutatedYaml = (bytes: Uint8Array, random: Random): Uint8Array => {
  const lines = Buffer.from(bytes).toString().split('\n')
  const at = random.below(lines.length)
  const values = [
    'null',
    '[]',
    '{}',
    '-1',
    '1e999',
    '"\\0"',
    "'x'",
    '"../../x"',
    '*a',
    '!!binary x',
    'true',
    '"<script>"',
    '{"a": 1}',
    '""',
  ]
  const changed = (lines[at] ?? '').replace(/:.*$/, () => `: ${random.pick(values)}`)
  return Buffer.from([...lines.slice(0, at), ...(random.chance(0.2) ? [] : [changed]), ...lines.slice(at + 1)].join('\n'))
}

/** A bundle with some of its files changed, added, renamed or left out. */
export const mutatedBundle = (files: Files, random: Random): Uint8Array => {
  const entries = Object.entries(files)
  const changed = entries.flatMap(([name, bytes]): [string, Uint8Array][] => {
    if (random.chance(0.75)) return [[name, bytes]]
    const kind = random.below(5)
    if (kind === 0) return []
    if (kind === 1) return [[random.pick(oddNames), bytes]]
    if (kind === 2) return [[name, strToU8(random.pick(oddYaml))]]
    return [[name, mutatedYaml(bytes, random)]]
  })
  const added: [string, Uint8Array][] = random.chance(0.1) ? [[random.pick(oddNames), strToU8(random.pick(oddYaml))]] : []
  // Names of `Object.prototype` are entries like others.
  const archive = zipSync(Object.fromEntries([...changed, ...added]))
  return random.chance(0.2) ? mutatedBytes(archive, random) : archive
}

const bombs: readonly (() => NamedFile)[] = [
  () => ({ name: 'bomb.csv.gz', bytes: gzipSync(Buffer.alloc(30 << 20)) }),
  () => ({ name: 'bomb.zip', bytes: zipSync({ 'a.csv': new Uint8Array(30 << 20) }) }),
  () => ({ name: 'many.zip', bytes: zipSync(Object.fromEntries(Array.from({ length: 3_000 }, (_, i) => [`${i}.yaml`, strToU8('a: 1')]))) }),
  () => ({ name: 'wide.csv', bytes: Buffer.from(`${'a,'.repeat(20_000)}\n${'1,'.repeat(20_000)}\n`) }),
  () => ({ name: 'long.csv', bytes: Buffer.from('a'.repeat(1 << 20)) }),
]

const madeBombs = new Map<number, NamedFile>()

export const bombOf = (random: Random): NamedFile => {
  const at = random.below(bombs.length)
  const found = madeBombs.get(at) ?? (bombs[at] as () => NamedFile)()
  madeBombs.set(at, found)
  return found
}
