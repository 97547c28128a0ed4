import type { UploadPreview } from '#api/upload.ts'
import { t } from '#core/i18n/t.ts'

export const misfitLinesText = ({ rejected, row_count }: Pick<UploadPreview, 'rejected' | 'row_count'>): string => {
  const n = rejected.count.toLocaleString(t.locale)
  return row_count === null
    ? t.plural(rejected.count, '%(n)s line of the sample does not fit', '%(n)s lines of the sample do not fit', { n })
    : t.plural(rejected.count, '%(n)s line does not fit', '%(n)s lines do not fit', { n })
}
