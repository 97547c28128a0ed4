import { addUnits, DAY, isoText } from '../civil.ts'

/** A side of a custom range: a stated time, a distance from the other side, the current moment, or midnight. */
export type SideMode = 'specific' | 'relative' | 'now' | 'today'
export const customGrains = ['second', 'minute', 'hour', 'day', 'week', 'month', 'quarter', 'year'] as const
export type CustomGrain = (typeof customGrains)[number]

/** `Days Before`, `Days After`: what a relative end is counted in. */
export const grainLabel = (grain: CustomGrain, side: 'since' | 'until'): string => {
  const name = `${grain[0]?.toUpperCase() ?? ''}${grain.slice(1)}s`
  return side === 'since' ? `${name} Before` : `${name} After`
}

/** Date-times are `YYYY-MM-DDTHH:mm:ss` without zone; grain values of the start are negative. */
export type CustomRange = {
  sinceDatetime: string
  sinceMode: SideMode
  sinceGrain: CustomGrain
  sinceGrainValue: number
  untilDatetime: string
  untilMode: SideMode
  untilGrain: CustomGrain
  untilGrainValue: number
  anchorMode: 'now' | 'specific'
  anchorValue: string
}

/** @param today midnight of the current day in UTC, epoch milliseconds */
export const defaultCustom = (today: number): CustomRange => ({
  sinceDatetime: isoText(addUnits(today, -7, 'day')),
  sinceMode: 'relative',
  sinceGrain: 'day',
  sinceGrainValue: -7,
  untilDatetime: isoText(today),
  untilMode: 'specific',
  untilGrain: 'day',
  untilGrainValue: 7,
  anchorMode: 'now',
  anchorValue: 'now',
})

export const midnightOf = (now: number): number => Math.floor(now / DAY) * DAY

/** Whole days from the first to the last time of the data. */
export const spanRange = ([first, last]: [number, number], today: number): CustomRange => ({
  ...defaultCustom(today),
  sinceMode: 'specific',
  sinceDatetime: isoText(midnightOf(first)),
  untilDatetime: isoText(midnightOf(last) + DAY),
})

const day = String.raw`\d{4}-\d\d-\d\d`
const iso = String.raw`${day}T\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)?`
const point = String.raw`(${iso}|NOW|TODAY)`
const shift = String.raw`DATEADD\(DATETIME\("${point}"\), (-?[1-9]\d*), (YEAR|QUARTER|MONTH|WEEK|DAY|HOUR|MINUTE|SECOND)\)`
const pointOnly = new RegExp(`^${point}$`, 'i')
const dayOnly = new RegExp(`^${day}$`)
const shiftOnly = new RegExp(`^${shift}$`, 'i')

type Side = { mode: SideMode; text: string; anchor?: string; count?: number; grain?: CustomGrain }

const modeOf = (text: string): SideMode => (text === 'now' || text === 'today' ? text : 'specific')

const normal = (text: string) => (/^(now|today)$/i.test(text) ? text.toLowerCase() : text)

const readSide = (text: string): Side | null => {
  if (dayOnly.test(text)) return { mode: 'specific', text: `${text}T00:00:00` }
  const simple = pointOnly.exec(text)?.[1]
  if (simple) return { mode: modeOf(normal(simple)), text: normal(simple) }
  const [, anchor, count, grain] = shiftOnly.exec(text) ?? []
  if (!anchor || !count || !grain) return null
  return { mode: 'relative', text: '', anchor: normal(anchor), count: Number(count), grain: grain.toLowerCase() as CustomGrain }
}

const pointFields = (side: Side) => ({ mode: side.mode, datetime: modeOf(side.text) === 'specific' ? side.text : null })

/**
 * The fields of a range that the calendars can show, or null. A distance is accepted only when it is counted from the other
 * side, two distances only from the same moment.
 */
export const decodeCustom = (value: string, today: number): CustomRange | null => {
  const sides = value.split(' : ')
  const [since, until] = [readSide(sides[0] ?? ''), readSide(sides[1] ?? '')]
  if (sides.length !== 2 || !since || !until) return null
  const base = defaultCustom(today)
  if (since.mode === 'relative' && until.mode === 'relative') {
    if (since.anchor !== until.anchor) return null
    return {
      ...base,
      sinceMode: 'relative',
      sinceGrain: since.grain ?? 'day',
      sinceGrainValue: since.count ?? -7,
      untilMode: 'relative',
      untilGrain: until.grain ?? 'day',
      untilGrainValue: until.count ?? 7,
      anchorMode: since.anchor === 'now' ? 'now' : 'specific',
      anchorValue: since.anchor ?? 'now',
    }
  }
  if (since.mode === 'relative') {
    if (since.anchor !== until.text) return null
    const end = pointFields(until)
    return {
      ...base,
      sinceMode: 'relative',
      sinceGrain: since.grain ?? 'day',
      sinceGrainValue: since.count ?? -7,
      untilMode: end.mode,
      untilDatetime: end.datetime ?? base.untilDatetime,
    }
  }
  const start = pointFields(since)
  if (until.mode === 'relative') {
    if (until.anchor !== since.text) return null
    return {
      ...base,
      sinceMode: start.mode,
      sinceDatetime: start.datetime ?? base.sinceDatetime,
      untilMode: 'relative',
      untilGrain: until.grain ?? 'day',
      untilGrainValue: until.count ?? 7,
    }
  }
  const end = pointFields(until)
  return {
    ...base,
    sinceMode: start.mode,
    sinceDatetime: start.datetime ?? base.sinceDatetime,
    untilMode: end.mode,
    untilDatetime: end.datetime ?? base.untilDatetime,
  }
}

export const isCustomRange = (value: string): boolean => decodeCustom(value, 0) !== null

const sidePoint = (mode: SideMode, datetime: string) => (mode === 'specific' ? datetime : mode)
const distance = (anchor: string, count: number, grain: CustomGrain) => `DATEADD(DATETIME("${anchor}"), ${count}, ${grain})`

export const encodeCustom = (range: CustomRange): string => {
  const before = -Math.abs(range.sinceGrainValue)
  const after = Math.abs(range.untilGrainValue)
  if (range.sinceMode === 'relative' && range.untilMode === 'relative') {
    const anchor = range.anchorMode === 'now' ? 'now' : range.anchorValue
    return `${distance(anchor, before, range.sinceGrain)} : ${distance(anchor, after, range.untilGrain)}`
  }
  if (range.sinceMode === 'relative') {
    const until = sidePoint(range.untilMode, range.untilDatetime)
    return `${distance(until, before, range.sinceGrain)} : ${until}`
  }
  const since = sidePoint(range.sinceMode, range.sinceDatetime)
  const until = range.untilMode === 'relative' ? distance(since, after, range.untilGrain) : sidePoint(range.untilMode, range.untilDatetime)
  return `${since} : ${until}`
}

/** Whether a range needs no check: two stated times in their order. */
export const isOrdered = (value: string): boolean => {
  const range = decodeCustom(value, 0)
  if (range?.sinceMode !== 'specific' || range.untilMode !== 'specific') return false
  return range.sinceDatetime.length === range.untilDatetime.length && range.sinceDatetime <= range.untilDatetime
}
