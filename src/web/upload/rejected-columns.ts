import type { UploadPreview } from '#api/upload.ts'
import { t } from '#core/i18n/t.ts'

type Rejected = Pick<UploadPreview, 'columns' | 'rejected'>

/** Indexes of the columns whose values reject lines, as far as the preview lists them. */
export const columnsThatReject = ({ columns, rejected }: Rejected): number[] => {
  const names = new Set(rejected.first.map(({ cause }) => (cause.code === 'value' ? cause.column : null)))
  return columns.flatMap(({ name }, index) => (names.has(name) ? [index] : []))
}

export const misfitLinesText = ({ rejected, row_count }: Pick<UploadPreview, 'rejected' | 'row_count'>): string => {
  const n = rejected.count.toLocaleString(t.locale)
  return row_count === null
    ? t.plural(rejected.count, '%(n)s line of the sample does not fit', '%(n)s lines of the sample do not fit', { n })
    : t.plural(rejected.count, '%(n)s line does not fit', '%(n)s lines do not fit', { n })
}
