import type { UploadColumn } from '#api/upload.ts'
import type { PickerOption } from '../../ui/choice/Picker.tsx'

const dates: [pattern: string, words: string][] = [
  ['%Y-%m-%d', 'YYYY-MM-DD'],
  ['%Y/%m/%d', 'YYYY/MM/DD'],
  ['%d.%m.%Y', 'DD.MM.YYYY'],
  ['%d/%m/%Y', 'DD/MM/YYYY'],
  ['%m/%d/%Y', 'MM/DD/YYYY'],
  ['%d-%m-%Y', 'DD-MM-YYYY'],
  ['%m-%d-%Y', 'MM-DD-YYYY'],
  ['%d/%m/%y', 'DD/MM/YY'],
  ['%m/%d/%y', 'MM/DD/YY'],
  ['%d %b %Y', 'D Mon YYYY'],
  ['%b %d %Y', 'Mon D YYYY'],
  ['%d %B %Y', 'D Month YYYY'],
  ['%B %d, %Y', 'Month D, YYYY'],
]

const clocks: [pattern: string, words: string][] = [
  ['%H:%M:%S', 'HH:MM:SS'],
  ['%H:%M', 'HH:MM'],
  ['%H:%M:%S.%f', 'HH:MM:SS.fff'],
  ['%I:%M %p', 'HH:MM AM'],
  ['%I:%M:%S %p', 'HH:MM:SS AM'],
]

const offersOf = (formats: [pattern: string, words: string][]): PickerOption<string>[] => [
  { value: '', label: 'ISO 8601' },
  ...formats.map(([value, label]) => ({ value, label })),
]

const offers: Record<string, PickerOption<string>[]> = {
  DATE: offersOf(dates),
  TIMESTAMP: offersOf([
    ...dates.flatMap(([date, words]) => clocks.map(([clock, time]): [string, string] => [`${date} ${clock}`, `${words} ${time}`])),
    ...dates,
  ]),
}

/** A value that none of the offers names stays visible. */
export const withPresent = <V extends string>(options: PickerOption<V>[], value: V): PickerOption<V>[] =>
  options.some((option) => option.value === value) ? options : [...options, { value, label: value }]

/** The formats in which a column's values can be written, the present one always among them; none for a column that is no date or time. */
export const formatChoices = ({ type, format = '' }: UploadColumn): PickerOption<string>[] => {
  const own = offers[type]
  return own ? withPresent(own, format) : []
}

/** How the format of a column is told: `DD.MM.YYYY`. */
export const formatLabel = (column: UploadColumn): string =>
  formatChoices(column).find(({ value }) => value === column.format)?.label ?? column.format ?? ''
