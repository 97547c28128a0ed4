import { Binary, Calendar, Hash, Type } from 'lucide-react'
import type { ReactNode } from 'react'
import type { TableMetadata } from '#api/database-catalogue.ts'
import { t } from '#core/i18n/t.ts'
import { textOf } from '../../data/call-error.ts'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { ErrorState } from '../../ui/feedback/State.tsx'
import css from './NewDatasetPage.module.css'

const iconOf = (type: string) => {
  if (/BOOL|BIT\b/i.test(type)) return Binary
  if (/DATE|TIME/i.test(type)) return Calendar
  return /INT|NUM|DEC|DOUBLE|FLOAT|REAL|SERIAL|MONEY/i.test(type) ? Hash : Type
}

type Props = {
  table: string
  schema: string | null
  facts: TableMetadata | undefined
  error: unknown
  onRetry: () => void
  actions: ReactNode
}

/** What a table holds, before a dataset is made of it. */
export const TableColumns = ({ table, schema, facts, error, onRetry, actions }: Props) => (
  <>
    <header className={css['head']}>
      <h2>{table}</h2>
      <span className={css['schema']}>{schema}</span>
      <div className={css['actions']}>{actions}</div>
    </header>
    {error ? (
      <ErrorState title={t('The columns of %(table)s could not be read', { table })} text={textOf(error)} onRetry={onRetry} />
    ) : (
      <table className={css['columns']} aria-label={t('Columns')}>
        <thead>
          <tr>
            <th>{t('Column')}</th>
            <th>{t('Type')}</th>
            <th>{t('Comment')}</th>
          </tr>
        </thead>
        <tbody>
          {!facts &&
            Array.from({ length: 8 }, (_, i) => (
              <tr key={i}>
                <td>
                  <Skeleton width={140} />
                </td>
                <td>
                  <Skeleton width={72} />
                </td>
                <td />
              </tr>
            ))}
          {facts?.columns.map(({ name, type, comment }) => {
            const Icon = iconOf(type)
            return (
              <tr key={name}>
                <td>
                  <span className={css['column']}>
                    <Icon aria-hidden />
                    {name}
                  </span>
                </td>
                <td className={css['type']}>{type.toLowerCase()}</td>
                <td className={css['type']}>{comment}</td>
              </tr>
            )
          })}
        </tbody>
      </table>
    )}
  </>
)
