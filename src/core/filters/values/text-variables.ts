import { asList, asText, isObject } from '../../query/read.ts'
import { mergeExtra } from '../extra-form-data.ts'
import type { DataMasks } from '../data-mask.ts'

/*
 * Variables in the texts of a dashboard: {{ filter_values('region') }}, {{ filter_values('region', 'all regions') }} and
 * {{ time_range }}. They are called as in the SQL templates of Superset.
 */

/** A part of a text; `isFault` where a variable could not be read. */
export type TextPart = { text: string; isFault: boolean }

const variable = /\{\{(.*?)\}\}/gs
const valuesCall = /^filter_values\(\s*(?:'([^']*)'|"([^"]*)")\s*(?:,\s*(?:'([^']*)'|"([^"]*)")\s*)?\)$/
const timeRange = 'time_range'

type Values = { of: (column: string) => string[]; timeRange: string }

const readValues = (masks: DataMasks): Values => {
  const extra = mergeExtra(Object.values(masks).map((mask) => mask.extraFormData ?? {}))
  const filters = asList<unknown>(extra.filters).filter(isObject)
  return {
    of: (column) =>
      filters.filter(({ col, op }) => col === column && op !== 'NOT IN').flatMap(({ val }) => asList<unknown>(val).map(String)),
    timeRange: asText(extra.time_range) ?? '',
  }
}

const valueOf = (expression: string, { of, timeRange: range }: Values): string | null => {
  if (expression === timeRange) return range
  const call = valuesCall.exec(expression)
  if (!call) return null
  const [, single, double, singleDefault, doubleDefault] = call
  const values = of(single ?? double ?? '')
  return values.length > 0 ? values.join(', ') : (singleDefault ?? doubleDefault ?? '')
}

/** The text with the values of the filters in place of its variables. Values are plain text, whatever they hold. */
export const fillVariables = (text: string, masks: DataMasks): TextPart[] => {
  if (!text.includes('{{')) return [{ text, isFault: false }]
  const values = readValues(masks)
  const parts: TextPart[] = []
  let end = 0
  for (const match of text.matchAll(variable)) {
    const [whole, expression = ''] = match
    parts.push({ text: text.slice(end, match.index), isFault: false })
    const value = valueOf(expression.trim(), values)
    parts.push(value === null ? { text: whole, isFault: true } : { text: value, isFault: false })
    end = match.index + whole.length
  }
  const rest = text.slice(end)
  const open = rest.indexOf('{{')
  parts.push({ text: open < 0 ? rest : rest.slice(0, open), isFault: false })
  if (open >= 0) parts.push({ text: rest.slice(open), isFault: true })
  return parts.filter((part) => part.text !== '')
}
