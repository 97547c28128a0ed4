import type { DatasetFacts } from '#charts/control.ts'
import { t } from '#core/i18n/t.ts'
import { CallError, errorText } from '../../data/call-error.ts'
import { LoadFault } from '../../lazy/load-fault.ts'
import { ChartTimeout } from './fetch-chart-data.ts'

/** Why a chart could not be shown, in words users can act on. */
export type Fault = {
  kind: 'stopped' | 'timeout' | 'network' | 'access' | 'dataset' | 'column' | 'too-large' | 'drawing' | 'query'
  title: string
  text: string
  /** The original message, where it says more than the title. */
  details?: string
  /** A column that the dataset lacks, and the most similar one it has. */
  column?: { missing: string; nearest: string | null }
}

/** A chart failed to draw its data. */
export class DrawingFault extends Error {
  constructor(cause: unknown) {
    super(t('An error occurred while rendering the visualization: %s', [errorText(cause)]), { cause })
    this.name = 'DrawingFault'
  }
}

const levenshtein = (a: string, b: string): number => {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      next[j] = Math.min((next[j - 1] ?? 0) + 1, (row[j] ?? 0) + 1, (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1))
    }
    row = next
  }
  return row[b.length] ?? 0
}

/** The known name most similar to a mistyped one; null if none is similar. */
export const nearestName = (name: string, known: string[]): string | null => {
  const near = known
    .map((candidate) => ({ candidate, editDistance: levenshtein(name.toLowerCase(), candidate.toLowerCase()) }))
    .filter(
      ({ editDistance, candidate }) =>
        editDistance > 0 && editDistance <= Math.max(1, Math.floor(Math.min(name.length, candidate.length) / 3)),
    )
  return near.sort((a, b) => a.editDistance - b.editDistance)[0]?.candidate ?? null
}

const missingColumnText = (nearest: string | null): string =>
  nearest ? t('Use “%(name)s”.', { name: nearest }) : t('The dataset has no column of this name.')

/** A name in quotes on the line that says so: the lines below quote the statement, which has other names. */
const missingColumn = (text: string): string | null =>
  /(?:column|Columns missing in dataset:|Referenced column|identifier)[^"'`[\n]*["'`[]+([^"'`\]\n]+)["'`\]]/i.exec(text)?.[1] ?? null

/** Explains an expression that was rejected for a missing column; null for other errors. */
export const expressionErrorText = (text: string, columns: string[]): string | null => {
  const missing = /column/i.test(text) ? missingColumn(text) : null
  if (missing === null || columns.includes(missing)) return null
  return `${t('Column “%(name)s” does not exist', { name: missing })}. ${missingColumnText(nearestName(missing, columns))}`
}

const stripErrorPrefix = (text: string) => text.replace(/^Error: /, '').trim()

const readCallError = (error: CallError, columns: string[]): Fault => {
  const type = error.errors[0]?.error_type ?? ''
  const text = stripErrorPrefix(error.message)
  if (error.status === 0) return { kind: 'network', title: t('Network error.'), text: t('The server could not be reached.') }
  if (error.status === 401) return { kind: 'access', title: text, text: t('Log in again') }
  if (error.status === 403 || /SECURITY_ACCESS/.test(type)) return { kind: 'access', title: t('No access to this data'), text }
  if (error.status === 404)
    return { kind: 'dataset', title: t('Missing dataset'), text: t('The dataset linked to this chart may have been deleted.') }
  if (type === 'RESULT_TOO_LARGE_ERROR')
    return { kind: 'too-large', title: t('Too much data for one picture'), text: t('Lower the row limit or add a filter.'), details: text }
  if (/TIMEOUT/.test(type) || error.status === 408 || error.status === 504)
    return {
      kind: 'timeout',
      title: t('The query took too long'),
      text: t('Narrow the time range or add a filter, or run it without a limit.'),
      details: text,
    }
  const missing = type === 'COLUMN_DOES_NOT_EXIST_ERROR' || /column/i.test(text) ? missingColumn(text) : null
  if (missing && !columns.includes(missing)) {
    const nearest = nearestName(missing, columns)
    return {
      kind: 'column',
      title: t('Column “%(name)s” does not exist', { name: missing }),
      text: missingColumnText(nearest),
      details: text,
      column: { missing, nearest },
    }
  }
  const [first = '', ...rest] = text.split('\n')
  const short = first.length > 120 || rest.length > 0
  return {
    kind: 'query',
    title: short ? t('The query failed') : first || t('The query failed'),
    text: short ? first.slice(0, 200) : t('Change what the chart asks for, or try again.'),
    details: text,
  }
}

/** The server could not be reached, so the query itself may be valid. */
export const isUnreachable = (error: unknown): boolean => error instanceof CallError && error.status === 0

export const readFault = (error: unknown, dataset: Pick<DatasetFacts, 'columns'> | null): Fault => {
  if (error instanceof ChartTimeout)
    return {
      kind: 'timeout',
      title: t.plural(error.seconds, 'No answer within %(count)s second', 'No answer within %(count)s seconds'),
      text: t('Narrow the time range or add a filter, or run it without a limit.'),
    }
  if (error instanceof LoadFault) return { kind: 'network', title: error.message, text: t('The server could not be reached.') }
  if (error instanceof CallError) return readCallError(error, dataset?.columns.map((column) => column.column_name) ?? [])
  if (error instanceof DrawingFault) return { kind: 'drawing', title: t('This picture could not be drawn'), text: error.message }
  return { kind: 'query', title: errorText(error), text: t('Change what the chart asks for, or try again.') }
}

/** The short cause of a failure, in one line. */
export const faultText = (error: unknown, dataset: Pick<DatasetFacts, 'columns'> | null): string => {
  const { title, text } = readFault(error, dataset)
  return `${title.replace(/\.$/, '')}. ${text}`
}

/** Explains why the chart still shows the last result. */
export const notUpdatedText = (error: unknown, dataset: Pick<DatasetFacts, 'columns'> | null): string =>
  `${t('Not updated')}. ${faultText(error, dataset)}`
