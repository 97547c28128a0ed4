import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { queryList, type QueryState } from '#api/query.ts'
import { sqllabResults } from '#api/sqllab.ts'
import { t } from '#core/i18n/t.ts'
import type { Table } from '#core/table.ts'
import { errorText } from '../../../data/call-error.ts'
import { listQueries, routeQuery } from '../../../data/resources.ts'
import { useSession } from '../../../data/session.ts'
import { DataGrid } from '../../../data-grid/DataGrid.tsx'
import { Picker } from '../../../ui/choice/Picker.tsx'
import { Tabs } from '../../../ui/choice/Tabs.tsx'
import { Combobox } from '../../../ui/combobox/Combobox.tsx'
import { ProgressLine } from '../../../ui/feedback/ProgressLine.tsx'
import { EmptyState, ErrorState } from '../../../ui/feedback/State.tsx'
import { Dialog } from '../../../ui/overlay/Dialog.tsx'
import { Field } from '../../../ui/text/Field.tsx'
import { resultTable, timeColumns } from '../results/result-table.ts'
import css from './CompareDialog.module.css'
import { changedTable, commonColumns, compareTables, proposedKeys, rowsOfTable } from './compare-tables.ts'

const columns = ['id', 'client_id', 'sql', 'rows', 'start_time', 'results_key', 'tab_name', 'user.id'] as const
const maxQueries = 100
const shownSqlLength = 80

/** Own queries whose results are kept, the latest first. */
const keptResults = (userId: number | undefined) =>
  listQueries(queryList).list({
    columns,
    filters: [
      { col: 'status', opr: 'eq', value: 'success' },
      ...(userId === undefined ? [] : [{ col: 'user', opr: 'rel_o_m' as const, value: userId }]),
    ],
    order_column: 'start_time',
    order_direction: 'desc',
    page_size: maxQueries,
  })

const timeText = (time: number | string | null) =>
  new Date(Number(time)).toLocaleTimeString(t.locale, { hour: '2-digit', minute: '2-digit', second: '2-digit' })

type Props = { query: QueryState; table: Table; onClose: () => void }

/** The rows of this result beside those of another one. */
export const CompareDialog = ({ query, table, onClose }: Props) => {
  const { user } = useSession()
  const [chosen, setChosen] = useState<string | null>(null)
  const listed = useQuery(keptResults(user?.id))
  const others = (listed.data?.result ?? []).filter((one) => one.results_key && one.client_id !== query.id)
  const key = chosen ?? others[0]?.results_key ?? null
  const other = useQuery({
    ...routeQuery(sqllabResults, { q: { key: key ?? '' } }),
    enabled: key !== null,
    retry: false,
    staleTime: Infinity,
  })
  const otherTable = useMemo(() => (other.data ? resultTable(other.data.columns, other.data.data) : null), [other.data])
  return (
    <Dialog open width={1040} height={680} bare title={t('Compare results')} onClose={onClose}>
      <div className={css['body']}>
        <Field label={t('With the result of')}>
          <Picker
            label={t('With the result of')}
            placeholder={t('Choose a query')}
            value={key}
            loading={listed.isLoading}
            emptyText={t('No other result is kept.')}
            options={others.map(({ results_key: value, sql, rows, start_time: time }) => ({
              value: value ?? '',
              label: sql.trim().replaceAll(/\s+/g, ' ').slice(0, shownSqlLength),
              note: `${timeText(time)} · ${(rows ?? 0).toLocaleString(t.locale)}`,
            }))}
            onChange={setChosen}
          />
        </Field>
        {other.error ? (
          <ErrorState title={t('The result could not be loaded')} text={errorText(other.error)} onRetry={() => void other.refetch()} />
        ) : key === null && listed.isSuccess ? (
          <EmptyState title={t('No other result is kept.')} text={t('Run the statement to compare with, then compare.')} />
        ) : otherTable ? (
          <Comparison key={key} left={table} right={otherTable} />
        ) : (
          <ProgressLine label={t('Loading')} />
        )}
      </div>
    </Dialog>
  )
}

type Shown = 'changed' | 'left' | 'right'

const none: ReadonlySet<string> = new Set()
const noNames = {}

const Comparison = ({ left, right }: { left: Table; right: Table }) => {
  const [keys, setKeys] = useState(() => proposedKeys(left, right))
  const [shown, setShown] = useState<Shown>('changed')
  const difference = useMemo(() => compareTables(left, right, keys), [left, right, keys])
  const table = useMemo(() => {
    if (shown === 'left') return rowsOfTable(left, difference.onlyLeft)
    if (shown === 'right') return rowsOfTable(right, difference.onlyRight)
    return changedTable(left, right, { difference, keys, names: { left: t('this'), right: t('other') } })
  }, [left, right, keys, difference, shown])
  const common = commonColumns(left, right)
  const count = (rows: number) => rows.toLocaleString(t.locale)
  if (common.length === 0)
    return <EmptyState title={t('Nothing to compare')} text={t('The two results have no column of the same name.')} />
  return (
    <>
      <Field label={t('Rows belong together by')}>
        <Combobox
          multiple
          label={t('Rows belong together by')}
          options={common.map((name) => ({ value: name, label: name }))}
          values={keys}
          onChange={(values) => setKeys(values.length > 0 ? values : common)}
        />
      </Field>
      <Tabs
        label={t('Differences')}
        tabs={[
          { key: 'changed', label: t('Changed (%(rows)s)', { rows: count(difference.changed.length) }) },
          { key: 'left', label: t('Only in this result (%(rows)s)', { rows: count(difference.onlyLeft.length) }) },
          { key: 'right', label: t('Only in the other (%(rows)s)', { rows: count(difference.onlyRight.length) }) },
        ]}
        value={shown}
        onChange={setShown}
      />
      <p className={css['equal']} role="status">
        {t.plural(difference.equal, '%(count)s row is equal', '%(count)s rows are equal')}
      </p>
      <div className={css['grid']}>
        <DataGrid
          key={shown}
          table={table}
          label={t('Differences')}
          id="sqllab compare"
          search=""
          hidden={none}
          raw={timeColumns(table)}
          exact
          verboseNames={noNames}
        />
      </div>
    </>
  )
}
