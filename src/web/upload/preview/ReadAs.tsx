import type { ReactElement } from 'react'
import type { UploadOptions, UploadPreview } from '#api/upload.ts'
import { t } from '#core/i18n/t.ts'
import { Field } from '../../ui/text/Field.tsx'
import { Picker, type PickerOption } from '../../ui/choice/Picker.tsx'
import { TimeFormats } from '../columns/TimeFormats.tsx'
import { withCurrentValue } from '../columns/time-formats.ts'
import type { Upload } from '../use-upload.ts'
import css from '../UploadDialog.module.css'

const separators = (): PickerOption<string>[] => [
  { value: ',', label: t('Comma') },
  { value: ';', label: t('Semicolon') },
  { value: '\t', label: t('Tab') },
  { value: '|', label: t('Pipe') },
  { value: ' ', label: t('Space') },
  { value: ':', label: t('Colon') },
]

const encodings: PickerOption<string>[] = [
  ['utf-8', 'UTF-8'],
  ['utf-16le', 'UTF-16 LE'],
  ['utf-16be', 'UTF-16 BE'],
  ['latin1', 'Latin-1'],
  ['windows-1252', 'Windows-1252'],
  ['shift_jis', 'Shift-JIS'],
  ['gbk', 'GBK'],
].map(([value = '', label = '']) => ({ value, label }))

const noHeader = 'none'
const maxHeaderRow = 10

/** The rows that may be the header, by the number of lines above it. */
const headers = (): PickerOption<string>[] => [
  ...Array.from({ length: maxHeaderRow }, (_, skip) => ({ value: String(skip), label: t('Row %(row)s', { row: skip + 1 }) })),
  { value: noHeader, label: t('None') },
]

const quotes = (): PickerOption<string>[] => [
  { value: '"', label: t('Double') },
  { value: "'", label: t('Single') },
  { value: '', label: t('None') },
]

/** Decimal signs. */
const decimals = (): PickerOption<'.' | ','>[] => [
  { value: '.', label: t('Point') },
  { value: ',', label: t('Comma') },
]

/** What happens to a value that is invalid for its column. */
const misfits = (): PickerOption<string>[] => [
  { value: 'reject', label: t('Skip the line') },
  { value: 'blank', label: t('Empty the cell') },
]

/** Options to read the file; those detected are preselected. */
export const ReadOptions = ({ upload: { options, setOption, setColumn }, preview }: { upload: Upload; preview: UploadPreview }) => {
  const option = <V extends string>(
    label: string,
    choices: PickerOption<V>[],
    { value, set }: { value: V; set: (value: V) => UploadOptions },
  ): ReactElement => (
    <Field key={label} inline label={label}>
      <Picker dense label={label} value={value} options={withCurrentValue(choices, value)} onChange={(next) => setOption(set(next))} />
    </Field>
  )
  const { tables, kind } = preview
  const isText = kind === 'csv' || kind === 'excel' || kind === 'sqlite'
  const rows = [
    ...(tables.length > 1
      ? [
          option(
            kind === 'excel' ? t('Sheet') : t('Table'),
            tables.map((table) => ({ value: table, label: table })),
            { value: options.table ?? tables[0] ?? '', set: (table) => ({ table }) },
          ),
        ]
      : []),
    ...(kind === 'csv'
      ? [
          option(t('Separator'), separators(), { value: options.delimiter ?? ',', set: (delimiter) => ({ delimiter }) }),
          option(t('Encoding'), encodings, { value: options.encoding ?? 'utf-8', set: (encoding) => ({ encoding }) }),
          option(t('Header'), headers(), {
            value: options.header === false ? noHeader : String(options.skip ?? 0),
            set: (chosen) => (chosen === noHeader ? { header: false } : { header: true, skip: Number(chosen) }),
          }),
          option(t('Quotes'), quotes(), { value: options.quote ?? '"', set: (quote) => ({ quote: quote as '"' | "'" | '' }) }),
          option(t('Decimals'), decimals(), { value: options.decimal ?? '.', set: (decimal) => ({ decimal }) }),
        ]
      : []),
    option(t('Misfits'), misfits(), { value: options.misfits ?? 'reject', set: (next) => ({ misfits: next as 'reject' | 'blank' }) }),
  ]
  return (
    <section className={css['readAs']}>
      <header className={css['readHead']}>
        <h3>{t('Read as')}</h3>
        <span className={css['facts']}>{t('found in the file')}</span>
      </header>
      {rows}
      {isText && <TimeFormats columns={preview.columns} onFormat={(index, format) => setColumn(index, { format })} />}
    </section>
  )
}
