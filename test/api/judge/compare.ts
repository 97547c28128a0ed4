import type { Answer } from './record.ts'

/** The rules of conformance/api/README.md, "Comparison rules". */
export type Received = { status: number; contentType: string; headers: Record<string, string | string[] | undefined>; body: unknown }

export type Verdict = { status: boolean; shape: boolean; why: string[] }

type Options = {
  /** Texts, numbers and list lengths must be equal too; always so from status 400 up. */
  values: boolean
}

const placeholders: Record<string, string> = {
  int: '-?\\d+',
  float: '-?[\\d.e+-]+',
  str: '[\\s\\S]*',
  bool: '(?:[Tt]rue|[Ff]alse)',
  uuid: '[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}',
  datetime: '\\d{4}-\\d\\d-\\d\\d[T ][\\d:.+Z-]+',
  humanized: '[\\s\\S]*',
  token: '[\\s\\S]*',
  base: '(?:https?://[^/\\s"]+)?',
  key: '[^/\\s"?]+',
  stamp: '\\w+',
  n: '\\d+',
  addr: '[^\\s"]+',
}

const placeholder = /<(int|float|str|bool|uuid|datetime|humanized|token|base|key|stamp|n|addr)>/g

const patternOf = (text: string) =>
  new RegExp(
    `^${text
      .split(placeholder)
      .map((part, i) => (i % 2 ? placeholders[part] : part.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`)))
      .join('')}$`,
  )

/** A placeholder that is alone has the type of what it stands for. */
const kindOf = (recorded: unknown): string => {
  if (recorded === '<int>' || recorded === '<float>') return 'number'
  if (recorded === '<bool>') return 'boolean'
  if (recorded === null) return 'null'
  return Array.isArray(recorded) ? 'list' : typeof recorded
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)

type Place = { at: string; inList: boolean; values: boolean }

const bodyFaults = (recorded: unknown, actual: unknown, place: Place): string[] => {
  const { at, inList, values } = place
  if (recorded === null || (inList && actual === null)) return []
  const kind = kindOf(actual)
  if (kindOf(recorded) !== kind) return [`${at}: ${kindOf(recorded)} expected, ${kind} received`]
  if (isObject(recorded) && isObject(actual)) return objectFaults(recorded, actual, place)
  if (Array.isArray(recorded) && Array.isArray(actual)) return listFaults(recorded, actual, place)
  if (!values) return []
  if (typeof recorded === 'string' && typeof actual === 'string') return textFaults(recorded, actual, at)
  if (recorded === '<int>' || recorded === '<float>' || recorded === '<bool>') return []
  return recorded === actual ? [] : [`${at}: ${JSON.stringify(recorded)} expected, ${JSON.stringify(actual)} received`]
}

/** Documents inside texts are compared as values: how they are spaced says nothing. */
const textFaults = (recorded: string, actual: string, at: string): string[] => {
  if (patternOf(recorded).test(actual)) return []
  const [wanted, given] = [documentIn(recorded), documentIn(actual)]
  return wanted && given && !bodyFaults(wanted, given, { at, inList: false, values: true }).length
    ? []
    : [`${at}: "${recorded}" expected, "${actual}" received`]
}

/** The object or list that a text is the JSON of; numbers that stand for any value are bare in the record. */
const documentIn = (text: string): unknown => {
  if (!/^[[{]/.test(text)) return null
  try {
    return JSON.parse(text.replaceAll(/([:[,] ?)<(int|float|bool)>/g, '$1"<$2>"'))
  } catch {
    return null
  }
}

const objectFaults = (recorded: Record<string, unknown>, actual: Record<string, unknown>, place: Place) => {
  const { at } = place
  const patterns = Object.keys(recorded).filter((key) => key.search(placeholder) >= 0)
  const known = (key: string) => Object.hasOwn(recorded, key) || patterns.some((pattern) => patternOf(pattern).test(key))
  const missing = Object.keys(recorded).filter((key) => !patterns.includes(key) && !Object.hasOwn(actual, key))
  const extra = Object.keys(actual).filter((key) => !known(key))
  return [
    ...missing.map((key) => `${at}.${key}: missing`),
    ...extra.map((key) => `${at}.${key}: extra`),
    ...Object.keys(recorded)
      .filter((key) => Object.hasOwn(actual, key))
      .flatMap((key) => bodyFaults(recorded[key], actual[key], { ...place, at: `${at}.${key}` })),
  ]
}

/** `<more>` at the end: the items before it are examples of shapes, and any of them may be followed. */
const listFaults = (recorded: unknown[], actual: unknown[], place: Place) => {
  const { at } = place
  const open = recorded.at(-1) === '<more>'
  const items = open ? recorded.slice(0, -1) : recorded
  const values = place.values && !open
  const lengths = values && actual.length !== items.length ? [`${at}: ${items.length} items expected, ${actual.length} received`] : []
  const faultsAt = (item: unknown, i: number) => {
    const asLike = (like: unknown) => bodyFaults(like, item, { at: `${at}[${i}]`, inList: true, values })
    if (i < items.length || !open) return asLike(items[i] ?? items.at(-1))
    return items.some((like) => !asLike(like).length) ? [] : asLike(items.at(-1))
  }
  const emptied = items.length > 0 && actual.length === 0 ? [`${at}: items expected, an empty list received`] : []
  const shown = items.length ? actual.flatMap(faultsAt) : []
  return [...lengths, ...emptied, ...shown]
}

/** `$html`, `$text`, `$zip`, `$binary`: what is compared of bodies that are no JSON. */
const specialFaults = (recorded: Record<string, unknown>, actual: unknown, values: boolean): string[] | null => {
  if ('$binary' in recorded) return []
  if ('$text' in recorded) return typeof actual === 'string' ? [] : ['body: text expected']
  if ('$html' in recorded) return bodyFaults(recorded['$html'], htmlFacts(String(actual)), { at: '$html', inList: false, values })
  if ('$zip' in recorded) {
    const folders = (names: string[]) => [...new Set(names.map((name) => name.split('/').slice(1, -1).join('/')))].sort().join(', ')
    const wanted = folders(Object.keys(recorded['$zip'] as object))
    const given = Array.isArray(actual) ? folders(actual as string[]) : 'no zip'
    return wanted === given ? [] : [`zip: folders ${wanted} expected, ${given} received`]
  }
  return null
}

const htmlFacts = (html: string): Record<string, unknown> => {
  const title = /<title>([\s\S]*?)<\/title>/i.exec(html)?.[1]?.trim()
  return title === undefined ? { text: html.slice(0, 600) } : { title }
}

const headerFaults = (recorded: NonNullable<Answer['headers']>, received: Received['headers']) =>
  Object.entries(recorded).flatMap(([name, value]) => {
    const given = received[name]
    if (given === undefined) return [`header ${name}: missing`]
    if (name !== 'location') return []
    return patternOf(String(value)).test(String(given)) ? [] : [`header location: "${value}" expected, "${given}" received`]
  })

const plainType = (type: string | undefined) => (type ?? '').split(';')[0]?.trim()

export const compare = (recorded: Answer, received: Received, options: Options = { values: false }): Verdict => {
  const status = recorded.status === received.status
  if (!status) return { status, shape: false, why: [`status ${recorded.status} expected, ${received.status} received`] }
  const values = options.values || recorded.status >= 400
  const type = plainType(recorded.content_type)
  const why = [
    ...(type && type !== plainType(received.contentType) ? [`content type ${type} expected, ${received.contentType} received`] : []),
    ...headerFaults(recorded.headers ?? {}, received.headers),
    ...((isObject(recorded.body) ? specialFaults(recorded.body, received.body, values) : null) ??
      (recorded.body === undefined ? [] : bodyFaults(recorded.body, received.body, { at: 'body', inList: false, values }))),
  ]
  return { status, shape: !why.length, why }
}
