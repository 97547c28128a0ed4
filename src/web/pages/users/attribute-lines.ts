import type { Fault } from '../../forms/faults.ts'
import { t } from '#core/i18n/t.ts'

type Values = Record<string, string | string[]>

/** Attributes as lines, `region = EU`; each value of a list has a line of its own. */
export const attributeLines = (attributes: readonly { name: string; value: string | string[] }[]): string =>
  attributes.flatMap(({ name, value }) => [value].flat().map((one) => `${name} = ${one}`)).join('\n')

const line = /^\s*([a-zA-Z_][\w.-]{0,99})\s*=\s*(.*?)\s*$/

const filled = (text: string) => text.split('\n').filter((one) => one.trim() !== '')

/** The first line that is no attribute. */
export const lineFaults = (path: string, text: string): Fault[] => {
  const wrong = filled(text).find((one) => !line.test(one))
  return wrong === undefined ? [] : [{ path, text: t('“%(line)s” is not of the form: name = value', { line: wrong.trim() }) }]
}

/** The attributes of the lines; a name on several lines has several values. */
export const readLines = (text: string): Values => {
  const values = new Map<string, string[]>()
  for (const one of filled(text)) {
    const [, name, value] = line.exec(one) ?? []
    if (name !== undefined && value !== undefined) values.set(name, [...(values.get(name) ?? []), value])
  }
  return Object.fromEntries([...values].map(([name, list]) => [name, list.length === 1 ? (list[0] ?? '') : list]))
}
