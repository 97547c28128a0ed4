import { Binary, Calendar, Hash, Type } from 'lucide-react'
import type { ReactNode } from 'react'
import type { TableMetadata } from '#api/database-catalogue.ts'
import { t } from '#core/i18n/t.ts'
import { errorText } from '../../data/call-error.ts'
import { EmptyState, ErrorState } from '../../ui/feedback/State.tsx'
import { Table } from '../../ui/table/Table.tsx'
import css from './NewDatasetPage.module.css'

const iconOf = (type: string) => {
  if (/BOOL|BIT\b/i.test(type)) return Binary
  if (/DATE|TIME/i.test(type)) return Calendar
  return /INT|NUM|DEC|DOUBLE|FLOAT|REAL|SERIAL|MONEY/i.test(type) ? Hash : Type
}

type Props = {
  table: string
  schema: string | null
  metadata: TableMetadata | undefined
  error: unknown
  onRetry: () => void
  actions: ReactNode
}

/** The columns of a table, shown before it becomes a dataset. */
export const TableColumns = ({ table, schema, metadata, error, onRetry, actions }: Props) => (
  <>
    <header className={css['head']}>
      <h2>{table}</h2>
      <span className={css['schema']}>{schema}</span>
      <div className={css['actions']}>{actions}</div>
    </header>
    <Table
      label={t('Columns')}
      id="columns of a table"
      isInPage
      outerPadding={16}
      headHeight={36}
      rowHeight={36}
      columns={[
        { key: 'name', head: t('Column'), content: 240 },
        { key: 'type', head: t('Type'), content: 160 },
        { key: 'comment', head: t('Comment'), content: 240 },
      ]}
      rowCount={error ? 0 : (metadata?.columns.length ?? 0)}
      loadingRows={metadata || error ? 0 : 8}
      cell={(row, { key }) => cellOf(metadata?.columns[row], key)}
      placeholder={
        error ? (
          <ErrorState title={t('The columns of %(table)s could not be loaded', { table })} text={errorText(error)} onRetry={onRetry} />
        ) : (
          <EmptyState title={t('No columns')} />
        )
      }
    />
  </>
)

const cellOf = (column: TableMetadata['columns'][number] | undefined, key: string): ReactNode => {
  if (!column) return null
  if (key === 'type') return column.type.toLowerCase()
  if (key === 'comment') return column.comment
  const Icon = iconOf(column.type)
  return (
    <span className={css['column']}>
      <Icon aria-hidden />
      {column.name}
    </span>
  )
}
