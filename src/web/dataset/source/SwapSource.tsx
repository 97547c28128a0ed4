import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { datasetUpdate } from '#api/dataset.ts'
import { datasetSourceChanges } from '#api/dataset-source.ts'
import { t } from '#core/i18n/t.ts'
import { call } from '../../data/call.ts'
import { errorText } from '../../data/call-error.ts'
import { markChanged } from '../../data/resources.ts'
import { Button } from '../../ui/button/Button.tsx'
import { Segmented } from '../../ui/choice/Segmented.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { say } from '../../ui/feedback/toast.ts'
import { Dialog } from '../../ui/overlay/Dialog.tsx'
import { breaksSomething, SourceReport } from './SourceReport.tsx'
import { StatementField } from './StatementField.tsx'
import { DatabasePicker, SchemaPicker, TablePicker } from '../../forms/TablePicker.tsx'
import css from './SwapSource.module.css'

export type DatasetSource = {
  database: { id: number; backend: string | null }
  schema: string | null
  table_name: string
  sql: string | null
}

type Props = { id: number; source: DatasetSource; etag: string | null; onClose: () => void; onSwapped: () => void }

const width = 640

/** Puts another table or statement behind a dataset; what that changes and breaks is listed first. */
export const SwapSource = ({ id, source, etag, onClose, onSwapped }: Props) => {
  const client = useQueryClient()
  const [kind, setKind] = useState<'table' | 'sql'>(source.sql ? 'sql' : 'table')
  const [database, setDatabase] = useState(source.database.id)
  const [schema, setSchema] = useState(source.schema)
  const [table, setTable] = useState(source.sql ? null : source.table_name)
  const [sql, setSql] = useState(source.sql ?? '')
  /** The statement is compared when it was left, not while it is typed. */
  const [comparedSql, setComparedSql] = useState(sql)
  const isSame =
    database === source.database.id &&
    schema === source.schema &&
    (kind === 'sql' ? comparedSql === source.sql : table === source.table_name && !source.sql)
  const isComplete = kind === 'sql' ? comparedSql.trim() !== '' : schema !== null && table !== null
  const body = {
    database_id: database,
    catalog: null,
    schema,
    ...(kind === 'sql' ? { sql: comparedSql } : { sql: null, ...(table !== null && { table_name: table }) }),
  }
  const changes = useQuery({
    queryKey: [datasetSourceChanges.path, id, body],
    enabled: isComplete && !isSame,
    retry: false,
    gcTime: 0,
    queryFn: ({ signal }) => call(datasetSourceChanges, { params: { pk: id }, body }, { signal }),
  })
  const swap = useMutation({
    mutationFn: () =>
      call(datasetUpdate, { params: { pk: id }, query: { override_columns: 'true' }, body }, { headers: etag ? { 'if-match': etag } : {} }),
    onSuccess: async () => {
      say(t('The source has been swapped'), { kind: 'good' })
      onClose()
      onSwapped()
      await markChanged(client, { kind: 'dataset', id })
    },
  })
  const report = changes.data?.result
  const fault = swap.error ?? changes.error
  return (
    <Dialog
      open
      title={t('Swap source')}
      width={width}
      closeOnPress={false}
      onClose={onClose}
      footer={
        <>
          <Button kind="quiet" onClick={onClose}>
            {t('Cancel')}
          </Button>
          <Button
            kind={report && breaksSomething(report) ? 'danger' : 'primary'}
            busy={swap.isPending}
            disabled={!report || isSame || (kind === 'sql' && sql !== comparedSql)}
            onClick={() => swap.mutate()}
          >
            {t('Swap source')}
          </Button>
        </>
      }
    >
      <div className={css['swap']}>
        <Segmented
          label={t('Kind of source')}
          value={kind}
          onChange={setKind}
          options={[
            { key: 'table', label: t('Table') },
            { key: 'sql', label: t('SQL') },
          ]}
        />
        <div className={css['place']}>
          <DatabasePicker
            value={database}
            onChange={(next) => {
              setDatabase(next)
              setSchema(null)
              setTable(null)
            }}
          />
          <SchemaPicker
            database={database}
            value={schema}
            onChange={(next) => {
              setSchema(next)
              setTable(null)
            }}
          />
          {kind === 'table' && <TablePicker database={database} schema={schema} value={table} onChange={setTable} />}
        </div>
        {kind === 'sql' && (
          <StatementField
            value={sql}
            onChange={setSql}
            onBlur={() => setComparedSql(sql)}
            backend={source.database.backend}
            place={{ database, schema }}
          />
        )}
        {fault && (
          <p role="alert" className={css['fault']}>
            {errorText(fault)}
          </p>
        )}
        {changes.isFetching && <Skeleton height={48} />}
        {!changes.isFetching && report && <SourceReport changes={report} />}
        {!changes.isFetching && report && report.added.length + report.changed.length + report.lost.length === 0 && (
          <p className={css['note']}>{t('The source has the same columns and types.')}</p>
        )}
      </div>
    </Dialog>
  )
}
