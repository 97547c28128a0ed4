import type { EChartsOption } from 'echarts'
import type { Control } from '../../control.ts'
import { text } from '../form/controls.ts'
import { parseLiteral } from './object-literal.ts'
import type { Literal } from './object-literal.ts'

/** ECharts' settings that a person writes into the form: they go over those of the chart. */

const maxLength = 10_000

/** Parts of the picture that may be set; what draws something of its own or shows HTML may not. */
const settable = new Set([
  'animation',
  'animationDuration',
  'animationEasing',
  'backgroundColor',
  'color',
  'dataZoom',
  'grid',
  'legend',
  'series',
  'textStyle',
  'title',
  'tooltip',
  'xAxis',
  'yAxis',
])

/** Keys that would open pages, fetch images, or put text into the page as HTML or CSS; of series those that are its data. */
const refused = new Set(['link', 'sublink', 'image', 'extraCssText', 'className', 'appendTo', 'appendToBody', 'renderMode', '__proto__'])
const refusedIn: Record<string, Set<string>> = {
  tooltip: new Set(['formatter', 'valueFormatter']),
  series: new Set(['type', 'id', 'data', 'renderItem']),
}
const fetching = /image:\/\/|url\(|javascript:/i

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype

const harmless = (value: Literal, part: string): Literal | undefined => {
  if (typeof value === 'string') return fetching.test(value) ? undefined : value
  if (Array.isArray(value)) return value.flatMap((item) => harmless(item, part) ?? [])
  if (!isObject(value)) return value
  const kept = Object.entries(value as Record<string, Literal>).flatMap(([key, item]) => {
    if (refused.has(key) || refusedIn[part]?.has(key)) return []
    const found = harmless(item, key in refusedIn ? key : part)
    return found === undefined ? [] : [[key, found] as const]
  })
  return Object.fromEntries(kept)
}

/** The settings of a form's text; null where it is no literal of an object. */
export const readOptions = (source: string): Record<string, Literal> | null => {
  if (source.trim() === '') return {}
  if (source.length > maxLength) return null
  try {
    const value = parseLiteral(source)
    if (!isObject(value)) return null
    const entries = Object.entries(value as Record<string, Literal>).flatMap(([key, part]) => {
      const found = settable.has(key) ? harmless(part, key) : undefined
      return found === undefined ? [] : [[key, found] as const]
    })
    return Object.fromEntries(entries)
  } catch {
    return null
  }
}

/** An object goes over every part of a list, a list over its parts one by one. */
const merged = (own: unknown, said: unknown): unknown => {
  if (Array.isArray(own) && isObject(own[0])) {
    const list = Array.isArray(said) ? said : own.map(() => said)
    return own.map((part, i) => (list[i] === undefined ? part : merged(part, list[i])))
  }
  if (!isObject(own) || !isObject(said)) return said
  return { ...own, ...Object.fromEntries(Object.entries(said).map(([key, value]) => [key, merged(own[key], value)])) }
}

/** The picture with the form's own settings. */
export const withOptions = (option: EChartsOption, source: string): EChartsOption => {
  const said = readOptions(source)
  return said === null || Object.keys(option).length === 0 ? option : (merged(option, said) as EChartsOption)
}

const isReadable: NonNullable<Control['validate']> = (value, _, t) =>
  typeof value !== 'string' || readOptions(value)
    ? null
    : t('is expected to be an object of JavaScript, such as { title: { text: "Sales" } }')

export const optionsControl = text('echart_options', 'ECharts options (JS object literals)', {
  default: '{}',
  renderOnly: true,
  placeholder: '{}',
  validate: isReadable,
})
