/** Answers against recorded ones, by the rules of conformance/chart-data/README.md. */
import type { Case, FullAnswer, Json, JsonObject } from './corpus.ts'

/** What the server under test answered, in the form of a recorded answer. */
export type Given = FullAnswer

const isObject = (value: Json | undefined): value is JsonObject => typeof value === 'object' && value !== null && !Array.isArray(value)

const show = (value: unknown): string => {
  const text = JSON.stringify(value, (_key, item: unknown) => (typeof item === 'bigint' ? `${item}n` : item)) ?? 'nothing'
  return text.length > 300 ? `${text.slice(0, 300)}…` : text
}

const near = (expected: number, actual: number): boolean =>
  Object.is(expected, actual) || Math.abs(expected - actual) <= 1e-9 * Math.max(1, Math.abs(expected), Math.abs(actual))

/** Beyond 2^53 a recorded double stands for the whole number that it was rounded from. */
const sameNumber = (expected: number | bigint, actual: number | bigint): boolean =>
  typeof expected === 'bigint' ? expected === actual || BigInt(Math.trunc(Number(actual))) === expected : near(expected, Number(actual))

const isNumber = (value: Json | undefined): value is number | bigint => typeof value === 'number' || typeof value === 'bigint'

export const same = (expected: Json | undefined, actual: Json | undefined): boolean => {
  if (expected === null || expected === undefined) return actual === null || actual === undefined
  if (isNumber(expected)) return isNumber(actual) && sameNumber(expected, actual)
  if (Array.isArray(expected)) {
    return Array.isArray(actual) && actual.length === expected.length && expected.every((item, i) => same(item, actual[i]))
  }
  if (isObject(expected)) {
    if (!isObject(actual)) return false
    return [...new Set([...Object.keys(expected), ...Object.keys(actual)])].every((key) => same(expected[key], actual[key]))
  }
  return expected === actual
}

/** A text that equal values share, whatever the last digits of their numbers. */
const rough = (value: Json | undefined): string => {
  if (isNumber(value)) return Number(Number(value).toPrecision(7)).toString()
  if (Array.isArray(value)) return `[${value.map(rough).join()}]`
  if (isObject(value))
    return `{${Object.keys(value)
      .sort()
      .map((key) => `${key}:${rough(value[key])}`)
      .join()}}`
  return JSON.stringify(value ?? null)
}

const byRough = (rows: Json[]): Json[] =>
  rows
    .map((row) => [rough(row), row] as const)
    .sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
    .map(([, row]) => row)

const sameBag = (expected: Json[], actual: Json[]): boolean => expected.length === actual.length && same(byRough(expected), byRough(actual))

const firstDifferent = (expected: Json[], actual: Json[]): string => {
  const i = expected.findIndex((row, at) => !same(row, actual[at]))
  return `row ${i}: ${show(expected[i])} but ${show(actual[i])}`
}

/** Sums, extremes and counts of one column, as recorded of long results. */
const columnFacts = (rows: JsonObject[], name: string, recorded: JsonObject): JsonObject => {
  const values = rows.map((row) => row[name] ?? null)
  const present = values.filter((value) => value !== null)
  const nulls = values.length - present.length
  if ('distinct' in recorded) return { nulls, distinct: new Set(present).size }
  const numbers = present.map(Number)
  return {
    nulls,
    sum: numbers.reduce((sum, each) => sum + each, 0),
    min: numbers.reduce((low, each) => Math.min(low, each), Infinity),
    max: numbers.reduce((high, each) => Math.max(high, each), -Infinity),
  }
}

const rowsDifference = (expected: Json | undefined, actual: Json | undefined, order: 'fixed' | 'free'): string | null => {
  if (isObject(expected) && 'rows' in expected && 'columns' in expected && Array.isArray(actual)) {
    if (expected['rows'] !== actual.length) return `${show(expected['rows'])} rows but ${actual.length}`
    for (const [name, recorded] of Object.entries(expected['columns'] as Record<string, JsonObject>)) {
      const facts = columnFacts(actual as JsonObject[], name, recorded)
      if (!same(recorded, facts)) return `column ${name}: ${show(recorded)} but ${show(facts)}`
    }
    if (order === 'free' || !expected['head']) return null
    const head = expected['head'] as Json[]
    const tail = expected['tail'] as Json[]
    const ends = [...actual.slice(0, head.length), ...actual.slice(-tail.length)]
    return same([...head, ...tail], ends) ? null : firstDifferent([...head, ...tail], ends)
  }
  if (!Array.isArray(expected) || !Array.isArray(actual)) {
    return same(expected, actual) ? null : `data: ${show(expected)} but ${show(actual)}`
  }
  if (expected.length !== actual.length) return `${expected.length} rows but ${actual.length}: ${show(expected)} but ${show(actual)}`
  if (order === 'fixed') return same(expected, actual) ? null : firstDifferent(expected, actual)
  return sameBag(expected, actual) ? null : firstDifferent(byRough(expected), byRough(actual))
}

const plainKeys = [
  'colnames',
  'coltypes',
  'rowcount',
  'from_dttm',
  'to_dttm',
  'applied_template_filters',
  'annotation_data',
  'error',
  'status',
] as const

const rowNumbers = (value: Json | undefined, count: Json | undefined): Json | undefined =>
  value === '0…n-1' ? Array.from({ length: Number(count) }, (_, i) => i) : value

const bag = (value: Json | undefined): Json => (Array.isArray(value) ? byRough(value) : (value ?? []))

const resultDifference = (
  expected: JsonObject,
  actual: JsonObject | undefined,
  { order, anyRows, labels }: { order: 'fixed' | 'free'; anyRows: boolean; labels: (Json | undefined)[] },
): string | null => {
  if (!actual) return 'no result'
  for (const key of plainKeys) {
    if (!same(expected[key], actual[key])) return `${key}: ${show(expected[key])} but ${show(actual[key])}`
  }
  if (!same(rowNumbers(expected['indexnames'], expected['rowcount']), actual['indexnames'])) {
    return `indexnames: ${show(expected['indexnames'])} but ${show(actual['indexnames'])}`
  }
  const counted = actual['sql_rowcount'] ?? null
  if (counted !== null && !same(expected['sql_rowcount'] ?? counted, counted)) {
    return `sql_rowcount: ${show(expected['sql_rowcount'])} but ${show(counted)}`
  }
  if (!labels.some((known) => same(known, actual['label_map']))) {
    return `label_map: ${show(expected['label_map'])} but ${show(actual['label_map'])}`
  }
  for (const key of ['applied_filters', 'rejected_filters']) {
    if (!same(bag(expected[key]), bag(actual[key]))) return `${key}: ${show(expected[key])} but ${show(actual[key])}`
  }
  if (anyRows) return null
  return rowsDifference(expected['data'], actual['data'], order)
}

/** Keys of a bare result (columns, timegrains, query) that are told only by the record. */
const isBare = (result: JsonObject): boolean => !('colnames' in result) && !('rowcount' in result)

type Grain = { duration: Json }
const isGrains = (data: Json | undefined): data is Grain[] =>
  Array.isArray(data) && data.some((item) => isObject(item) && 'duration' in item)

const tells = (known: Grain, grain: Grain): boolean =>
  Object.keys(grain).every((key) => same(grain[key as keyof Grain], known[key as keyof Grain]))

/** A server may know more grains. */
const grainsDifference = (expected: Grain[], actual: Grain[]): string | null => {
  const lacking = expected.find((grain) => !actual.some((known) => tells(known, grain)))
  return lacking ? `no grain ${show(lacking)}` : null
}

const bareDifference = (expected: JsonObject, actual: JsonObject | undefined): string | null => {
  if (!actual) return 'no result'
  if (isGrains(expected['data']) && isGrains(actual['data'])) return grainsDifference(expected['data'], actual['data'])
  const differing = Object.keys(expected).find((key) => key !== 'query' && !same(expected[key], actual[key]))
  return differing === undefined ? null : `${differing}: ${show(expected[differing])} but ${show(actual[differing])}`
}

export const parseCsv = (text: string): string[][] => {
  const rows: string[][] = []
  let row: string[] = []
  const cell = /(?:"((?:[^"]|"")*)"|([^",\n]*))(,|\r?\n|$)/gy
  for (let found = cell.exec(text); found; found = cell.exec(text)) {
    row.push(found[1]?.replaceAll('""', '"') ?? found[2] ?? '')
    if (found[3] === ',') continue
    rows.push(row)
    row = []
    if (cell.lastIndex >= text.length) break
  }
  return rows
}

const sameCell = (expected: Json | undefined, actual: Json | undefined): boolean => {
  if (same(expected, actual)) return true
  if (typeof expected !== 'string' || typeof actual !== 'string' || !expected || !actual) return false
  const [a, b] = [expected, actual].map((text) => Number(text.replace(/^'(?=-\d)/, '')))
  return a !== undefined && b !== undefined && !Number.isNaN(a) && near(a, b)
}

const cellsDifference = (expected: Json[][], actual: Json[][] | undefined, order: 'fixed' | 'free'): string | null => {
  if (!actual) return 'no cells'
  const [wanted, given] = order === 'fixed' ? [expected, actual] : [byRough(expected) as Json[][], byRough(actual) as Json[][]]
  if (wanted.length !== given.length) return `${wanted.length} lines but ${given.length}`
  for (const [i, line] of wanted.entries()) {
    const width = Math.max(line.length, given[i]?.length ?? 0)
    for (let column = 0; column < width; column++) {
      if (!sameCell(line[column], given[i]?.[column])) return `line ${i}: ${show(line)} but ${show(given[i])}`
    }
  }
  return null
}

const fileDifference = (expected: string | Json[][], actual: string | Json[][] | undefined, order: 'fixed' | 'free'): string | null => {
  if (typeof expected !== 'string') return cellsDifference(expected, actual as Json[][] | undefined, order)
  if (typeof actual !== 'string') return 'no text'
  const [header, given] = [expected, actual].map((text) => text.split('\n', 1)[0])
  if (header !== given) return `header ${show(header)} but ${show(given)}`
  return cellsDifference(parseCsv(expected), parseCsv(actual), order)
}

const sorted = (text: string): string => [...text].sort().join('')

/** `Must be one of: a, b` may list in another order. */
const sameMessage = (expected: Json | undefined, actual: Json | undefined): boolean => {
  if (typeof expected === 'string' && typeof actual === 'string' && expected.includes('Must be one of: ')) {
    return expected === actual || sorted(expected) === sorted(actual)
  }
  return same(expected, actual)
}

const withoutMessages = (body: Json | undefined): Json | undefined => {
  if (!isObject(body)) return body
  const { message: _message, ...rest } = body
  const errors = rest['errors']
  if (!Array.isArray(errors)) return Object.keys(rest).length ? rest : {}
  return { ...rest, errors: errors.map((error) => (isObject(error) ? { error_type: error['error_type'] ?? null } : error)) }
}

const bodyDifference = (each: Case, expected: Json | undefined, actual: Json | undefined): string | null => {
  if (each.message_from === 'engine') {
    const [wanted, given] = [withoutMessages(expected), withoutMessages(actual)]
    return same(wanted, given) ? null : `${show(wanted)} but ${show(given)}`
  }
  if (isObject(expected) && isObject(actual) && Object.keys(expected).join() === 'message' && Object.keys(actual).join() === 'message') {
    return sameMessage(expected['message'], actual['message']) ? null : `${show(expected)} but ${show(actual)}`
  }
  return same(expected, actual) ? null : `${show(expected)} but ${show(actual)}`
}

/** What is different from a recorded answer; null when nothing is. Labels may be any of those that `all` have. */
export const difference = (each: Case, expected: FullAnswer, given: Given, all: FullAnswer[]): string | null => {
  if (expected.status !== given.status) return `status ${expected.status} but ${given.status} ${show(given.body ?? '')}`
  const orderOf = (i: number) => each.row_order?.[i] ?? 'fixed'
  for (const key of ['content_type', 'content_disposition', 'bom'] as const) {
    if (expected[key] !== undefined && expected[key] !== given[key]) return `${key}: ${show(expected[key])} but ${show(given[key])}`
  }
  if (expected.results) {
    if (!given.results) return `no results: ${show(given.body)}`
    if (expected.results.length !== given.results.length) return `${expected.results.length} results but ${given.results.length}`
    for (const [i, result] of expected.results.entries()) {
      const anyRows = each.request?.['result_type'] === 'samples' && orderOf(i) === 'free'
      const labels = all.map(({ results }) => results?.[i]?.['label_map'])
      const found = isBare(result)
        ? bareDifference(result, given.results[i])
        : resultDifference(result, given.results[i], { order: orderOf(i), anyRows, labels })
      if (found !== null) return `query ${i}: ${found}`
    }
    return null
  }
  if (expected.text !== undefined) return fileDifference(expected.text, given.text, orderOf(0))
  if (expected.cells) return cellsDifference(expected.cells, given.cells, orderOf(0))
  if (expected.files) {
    const names = Object.keys(expected.files)
    if (!same(names.toSorted(), Object.keys(given.files ?? {}).toSorted())) return `files ${show(names)} but ${show(given.files)}`
    for (const [i, name] of names.entries()) {
      const found = fileDifference(expected.files[name] ?? '', given.files?.[name], orderOf(i))
      if (found !== null) return `${name}: ${found}`
    }
    return null
  }
  return bodyDifference(each, expected.body, given.body)
}
