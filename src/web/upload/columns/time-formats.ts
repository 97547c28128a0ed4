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

const formatOptions = (formats: [pattern: string, words: string][]): PickerOption<string>[] => [
  { value: '', label: 'ISO 8601' },
  ...formats.map(([value, label]) => ({ value, label })),
]

const optionsByType: Record<string, PickerOption<string>[]> = {
  DATE: formatOptions(dates),
  TIMESTAMP: formatOptions([
    ...dates.flatMap(([date, words]) => clocks.map(([clock, time]): [string, string] => [`${date} ${clock}`, `${words} ${time}`])),
    ...dates,
  ]),
}

/** Adds the current value if it is not among the options. */
export const withCurrentValue = <V extends string>(options: PickerOption<V>[], value: V): PickerOption<V>[] =>
  options.some((option) => option.value === value) ? options : [...options, { value, label: value }]

/** The formats for a date or time column, always including the current one; none for other columns. */
export const formatChoices = ({ type, format = '' }: UploadColumn): PickerOption<string>[] => {
  const own = optionsByType[type]
  return own ? withCurrentValue(own, format) : []
}

/** The readable format of a column: `DD.MM.YYYY`. */
export const formatLabel = (column: UploadColumn): string =>
  formatChoices(column).find(({ value }) => value === column.format)?.label ?? column.format ?? ''
