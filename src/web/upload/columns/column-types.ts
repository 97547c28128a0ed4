import type { UploadPreview } from '#api/upload.ts'
import { formatLocaleOf } from '#core/format/locale.ts'
import { usualTimeFormatter } from '#core/format/time.ts'
import { t } from '#core/i18n/t.ts'

export type ColumnKind = 'number' | 'text' | 'time' | 'boolean'

export const kindOfType = (type: string): ColumnKind => {
  if (/^(U?(TINY|SMALL|BIG|HUGE)?INT(EGER)?|DOUBLE|FLOAT|REAL|DECIMAL|NUMERIC)\b/.test(type)) return 'number'
  if (/^(DATE|TIME|TIMESTAMP)/.test(type)) return 'time'
  return type === 'BOOLEAN' ? 'boolean' : 'text'
}

const commonTypes = (): { value: string; label: string }[] => [
  { value: 'VARCHAR', label: t('Text') },
  { value: 'BIGINT', label: t('Integer') },
  { value: 'DOUBLE', label: t('Decimal') },
  { value: 'DATE', label: t('Date') },
  { value: 'TIMESTAMP', label: t('Date and time') },
  { value: 'TIMESTAMP WITH TIME ZONE', label: t('Date and time, zone') },
  { value: 'BOOLEAN', label: t('True or false') },
  { value: 'HUGEINT', label: t('Large integer') },
]

/** Types to choose from, always including the current one. */
export const typeChoices = (type: string): { value: string; label: string }[] => {
  const list = commonTypes()
  return list.some(({ value }) => value === type) ? list : [{ value: type, label: type.toLowerCase() }, ...list]
}

export const typeLabel = (type: string): string => typeChoices(type).find(({ value }) => value === type)?.label ?? type

const isoDay = /^\d{4}-\d{2}-\d{2}/

/** A value as it will be stored, with dates and decimals in the user's language. */
export const valueText = (type: string, text: string): string => {
  const kind = kindOfType(type)
  if (kind === 'time') return text.replace(isoDay, usualTimeFormatter('%Y-%m-%d', t.locale))
  return kind === 'number' ? text.replace('.', formatLocaleOf(t.locale).decimal) : text
}

/** Range of a column: "2012–2015" for dates, "0–55.9" for numbers, first and last for texts; with the number of blanks. */
export const rangeText = ({ type, min, max, nulls }: UploadPreview['columns'][number]): string => {
  const kind = kindOfType(type)
  const short = (text: string) =>
    kind === 'time' ? valueText(type, text.slice(0, 10)) : text.length > 12 ? `${text.slice(0, 11)}…` : valueText(type, text)
  const from = min === null ? '' : short(min)
  const to = max === null ? '' : short(max)
  const range = from === '' && to === '' ? t('all blank') : from === to ? from : `${from.replace(/^-/, '−')}–${to.replace(/^-/, '−')}`
  return nulls > 0 && range !== t('all blank') ? `${range}, ${t.plural(nulls, '%(count)s blank', '%(count)s blank')}` : range
}
