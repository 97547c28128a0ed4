import type { EChartsOption } from 'echarts'
import { isPart, over } from '../look/dress.ts'
import { parseLiteral } from './object-literal.ts'

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

const harmless = (value: unknown, part: string): unknown => {
  if (typeof value === 'string') return fetching.test(value) ? undefined : value
  if (Array.isArray(value)) return value.map((item) => harmless(item, part)).filter((item) => item !== undefined)
  if (!isPart(value)) return value
  const kept = Object.entries(value).filter(([key]) => !refused.has(key) && !refusedIn[part]?.has(key))
  return Object.fromEntries(kept.map(([key, item]) => [key, harmless(item, key in refusedIn ? key : part)]))
}

/** The settings of a form's text; null where it is no literal of an object. */
export const readOptions = (source: string): Record<string, unknown> | null => {
  if (source.trim() === '') return {}
  if (source.length > maxLength) return null
  try {
    const value = parseLiteral(source)
    if (!isPart(value)) return null
    return Object.fromEntries(Object.entries(value).flatMap(([key, part]) => (settable.has(key) ? [[key, harmless(part, key)]] : [])))
  } catch {
    return null
  }
}

/** An object goes over every part of a list, a list over its parts one by one. */
const merged = (own: unknown, said: unknown): unknown =>
  Array.isArray(own) && isPart(own[0]) ? own.map((part, i) => over(part, Array.isArray(said) ? said[i] : said)) : over(own, said)

/** The picture with the form's own settings. */
export const withOptions = (option: EChartsOption, source: string): EChartsOption => {
  const said = readOptions(source)
  if (said === null || Object.keys(option).length === 0) return option
  return { ...option, ...Object.fromEntries(Object.entries(said).map(([key, part]) => [key, merged(option[key], part)])) }
}
