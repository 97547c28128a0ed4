import type { ReactNode } from 'react'
import { t } from '#core/i18n/t.ts'
import { errorText } from '../../data/call-error.ts'
import { DatabasePicker, SchemaPicker } from '../../forms/TablePicker.tsx'
import { Button } from '../../ui/button/Button.tsx'
import css from './DatasetForm.module.css'

type Props = {
  title: string
  database: number | null
  onDatabase: (id: number) => void
  schema: string | null
  onSchema: (schema: string | null) => void
  /** Fields beside database and schema. */
  fields: ReactNode
  isComplete: boolean
  isCreating: boolean
  onCreate: () => void
  error: unknown
  children: ReactNode
}

/** The page of a dataset that is made of a query: where it reads, how it is called, and below them what it reads. */
export const DatasetForm = ({
  title,
  database,
  onDatabase,
  schema,
  onSchema,
  fields,
  isComplete,
  isCreating,
  onCreate,
  ...rest
}: Props) => (
  <div className={css['page']}>
    <header className={css['head']}>
      <h1>{title}</h1>
      <Button kind="primary" busy={isCreating} disabled={database === null || !isComplete} onClick={onCreate}>
        {t('Create and explore')}
      </Button>
    </header>
    <div className={css['fields']}>
      <DatabasePicker value={database} onChange={onDatabase} />
      <SchemaPicker database={database} value={schema} onChange={onSchema} />
      {fields}
    </div>
    {Boolean(rest.error) && (
      <p role="alert" className={css['fault']}>
        {errorText(rest.error)}
      </p>
    )}
    {rest.children}
  </div>
)
