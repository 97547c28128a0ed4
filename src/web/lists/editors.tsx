import { fullName } from '#core/format/full-name.ts'
import { t } from '#core/i18n/t.ts'
import type { ListColumn } from './config.ts'

type Names = { first_name: string; last_name: string }

/** Columns of resources without owners: who created a row, and when it was last edited, as the server words it. */
export const editorColumns = <R extends { created_by: Names | null; changed_on_delta_humanized: string }>(): ListColumn<R>[] => [
  {
    key: 'created_by',
    head: t('Created by'),
    width: 160,
    hiddenOn: 'tablet',
    cell: (row) => (row.created_by ? fullName(row.created_by) : '–'),
  },
  { key: 'changed', head: t('Edited'), width: 144, hiddenOn: 'phone', cell: (row) => row.changed_on_delta_humanized },
]
