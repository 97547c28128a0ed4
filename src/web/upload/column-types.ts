import { t } from '#core/i18n/t.ts'

export type ColumnKind = 'number' | 'text' | 'time' | 'boolean'

export const kindOfType = (type: string): ColumnKind => {
  if (/^(U?(TINY|SMALL|BIG|HUGE)?INT(EGER)?|DOUBLE|FLOAT|REAL|DECIMAL|NUMERIC)\b/.test(type)) return 'number'
  if (/^(DATE|TIME|TIMESTAMP)/.test(type)) return 'time'
  return type === 'BOOLEAN' ? 'boolean' : 'text'
}

const offered = (): { value: string; label: string }[] => [
  { value: 'VARCHAR', label: t('Text') },
  { value: 'BIGINT', label: t('Integer') },
  { value: 'DOUBLE', label: t('Decimal') },
  { value: 'DATE', label: t('Date') },
  { value: 'TIMESTAMP', label: t('Date and time') },
  { value: 'TIMESTAMP WITH TIME ZONE', label: t('Date and time, zone') },
  { value: 'BOOLEAN', label: t('True or false') },
  { value: 'HUGEINT', label: t('Large integer') },
]

/** Types to choose from, the present one always among them. */
export const typeChoices = (type: string): { value: string; label: string }[] => {
  const list = offered()
  return list.some(({ value }) => value === type) ? list : [{ value: type, label: type.toLowerCase() }, ...list]
}

export const typeLabel = (type: string): string => typeChoices(type).find(({ value }) => value === type)?.label ?? type
