import { isCustomRange } from './custom.ts'

/** The kinds of range that the picker offers. */
export const frames = ['no-filter', 'last', 'previous', 'current', 'next', 'custom', 'advanced'] as const
export type Frame = (typeof frames)[number]

export const noFilter = 'No filter'
export const separator = ' : '

export const presets = {
  last: ['Last day', 'Last week', 'Last month', 'Last quarter', 'Last year'],
  previous: ['previous calendar week', 'previous calendar month', 'previous calendar quarter', 'previous calendar year'],
  current: ['Current day', 'Current week', 'Current month', 'Current quarter', 'Current year'],
  next: ['Next day', 'Next week', 'Next month', 'Next quarter', 'Next year'],
} as const satisfies Partial<Record<Frame, readonly string[]>>

export type PresetFrame = keyof typeof presets

export const isPresetFrame = (frame: Frame): frame is PresetFrame => frame in presets

/** Units that a counted range (`Last 7 days`) may have. */
export const countedUnits = ['second', 'minute', 'hour', 'day', 'week', 'month', 'year'] as const
export type CountedUnit = (typeof countedUnits)[number]
export type Counted = { frame: 'last' | 'next'; count: number; unit: CountedUnit }

const countedPattern = /^(Last|Next) ([1-9]\d*) (second|minute|hour|day|week|month|year)s?$/

export const readCounted = (value: string): Counted | null => {
  const [, word, count, unit] = countedPattern.exec(value) ?? []
  if (!word || !count || !unit) return null
  return { frame: word === 'Last' ? 'last' : 'next', count: Number(count), unit: unit as CountedUnit }
}

export const writeCounted = ({ frame, count, unit }: Counted): string =>
  `${frame === 'last' ? 'Last' : 'Next'} ${count} ${unit}${count === 1 ? '' : 's'}`

const holds = (list: readonly string[], value: string) => list.includes(value)

/** Which frame shows a value: presets first, then the shapes that the calendars can show; all else is advanced. */
export const guessFrame = (value: string): Frame => {
  if (value === noFilter || value === '') return 'no-filter'
  const preset = (Object.keys(presets) as PresetFrame[]).find((frame) => holds(presets[frame], value))
  if (preset) return preset
  const counted = readCounted(value)
  if (counted) return counted.frame
  return isCustomRange(value) ? 'custom' : 'advanced'
}

const firstValue: Record<PresetFrame, string> = {
  last: 'Last week',
  previous: 'previous calendar week',
  current: 'Current week',
  next: 'Next week',
}

/** The value of a preset frame when it is opened: what it holds already, else its usual one. */
export const presetValue = (frame: PresetFrame, value: string): string => (guessFrame(value) === frame ? value : firstValue[frame])

/** The two boxes of the advanced frame: `Last…` ends open, `Next…` starts open. */
export const advancedSides = (value: string): [start: string, end: string] => {
  const at = value.indexOf(separator)
  if (at >= 0) return [value.slice(0, at).trim(), value.slice(at + separator.length).trim()]
  if (value.startsWith('Last')) return [value, '']
  if (value.startsWith('Next')) return ['', value]
  return ['', '']
}

export const joinSides = (start: string, end: string): string => `${start.trim()}${separator}${end.trim()}`
