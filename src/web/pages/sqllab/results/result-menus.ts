import { sqllabExport, type ExportFormat } from '#api/sqllab.ts'
import { t } from '#core/i18n/t.ts'
import type { Table } from '#core/table.ts'
import { urlOf } from '../../../data/call.ts'
import { errorText } from '../../../data/call-error.ts'
import { copyAndSay } from '../../../ui/button/copy-and-say.ts'
import { say } from '../../../ui/feedback/toast.ts'
import type { MenuEntry } from '../../../ui/overlay/Menu.tsx'
import type * as CopyAs from './copy-as.ts'

/** The code of the rarer forms is loaded when it is used. */
const copyWith = (write: (code: typeof CopyAs) => string) =>
  void import('./copy-as.ts').then((code) => copyAndSay(write(code))).catch((error: unknown) => say(errorText(error), { kind: 'bad' }))

/** Copies a table, which is made when it is asked for, in each form. */
export const copies = (table: () => Table, tabSeparated: () => string): MenuEntry[] => [
  { key: 'tsv', label: t('As tab-separated text'), onSelect: () => void copyAndSay(tabSeparated()) },
  { key: 'markdown', label: t('As Markdown'), onSelect: () => copyWith(({ toMarkdown }) => toMarkdown(table())) },
  { key: 'json', label: t('As JSON'), onSelect: () => copyWith(({ toJson }) => toJson(table())) },
  { key: 'values', label: t('As SQL VALUES'), onSelect: () => copyWith(({ toSqlValues }) => toSqlValues(table())) },
]

/** Files of a result; where it was cut, also of all rows that its statement gives. */
export const downloads = (clientId: string, isCut: boolean): MenuEntry[] => {
  const entry = (format: ExportFormat, label: string, full = false): MenuEntry => ({
    key: `${format} ${full}`,
    label,
    href: urlOf(sqllabExport, { params: { client_id: clientId }, query: { format, ...(full && { full: true }) } }),
  })
  return [
    entry('csv', t('As CSV')),
    entry('xlsx', t('As Excel')),
    entry('parquet', t('As Parquet')),
    entry('json', t('As JSON')),
    ...(isCut
      ? [
          'divider' as const,
          entry('csv', t('All rows as CSV'), true),
          entry('xlsx', t('All rows as Excel'), true),
          entry('parquet', t('All rows as Parquet'), true),
          entry('json', t('All rows as JSON'), true),
        ]
      : []),
  ]
}
