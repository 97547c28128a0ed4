import { useQuery } from '@tanstack/react-query'
import { ClipboardPaste, History, Play, SquarePlus } from 'lucide-react'
import { queryList } from '#api/query.ts'
import { t } from '#core/i18n/t.ts'
import { errorText } from '../../../data/call-error.ts'
import { listQueries } from '../../../data/resources.ts'
import { durationText } from '../../../lists/queries/query-facts.ts'
import { QueryStatus } from '../../../lists/queries/QueryStatus.tsx'
import { Ago } from '../../../lists/time/Ago.tsx'
import { IconButton } from '../../../ui/button/IconButton.tsx'
import { ProgressLine } from '../../../ui/feedback/ProgressLine.tsx'
import { EmptyState, ErrorState } from '../../../ui/feedback/State.tsx'
import css from './HistoryPane.module.css'

const columns = ['id', 'sql', 'status', 'rows', 'start_time', 'end_time', 'changed_on', 'error_message'] as const
const maxQueries = 100

export type HistoryActions = {
  /** Runs a statement again. */
  onRun: (sql: string) => void
  /** Writes a statement at the cursor. */
  onInsert: (sql: string) => void
  /** Opens a statement in a tab of its own. */
  onOpen: (sql: string) => void
}

type Props = HistoryActions & {
  tabId: number
  /** Changes when a query starts or ends. */
  version: string
}

/** What was run in this tab, the latest first. */
export const HistoryPane = ({ tabId, version, onRun, onInsert, onOpen }: Props) => {
  const asked = listQueries(queryList).list({
    columns,
    filters: [{ col: 'sql_editor_id', opr: 'eq', value: String(tabId) }],
    order_column: 'start_time',
    order_direction: 'desc',
    page_size: maxQueries,
  })
  const { data, error, refetch } = useQuery({ ...asked, queryKey: [...asked.queryKey, version] })
  if (error) return <ErrorState fills title={t('The history could not be loaded')} text={errorText(error)} onRetry={() => void refetch()} />
  if (!data) return <ProgressLine label={t('Loading')} />
  if (data.result.length === 0)
    return <EmptyState fills icon={<History />} title={t('No queries yet')} text={t('What you run in this tab is listed here.')} />
  return (
    <ul className={css['list']} aria-label={t('Query History')}>
      {data.result.map((query) => (
        <li key={query.id} className={css['query']}>
          <span className={css['status']}>
            <QueryStatus status={query.status} />
          </span>
          <code className={css['sql']} title={query.error_message ?? query.sql}>
            {query.sql.trim()}
          </code>
          <span className={css['fact']}>{durationText(query.start_time, query.end_time)}</span>
          <span className={css['fact']}>{query.rows === null ? '–' : t.plural(query.rows, '%(count)s row', '%(count)s rows')}</span>
          <span className={css['fact']}>
            <Ago time={`${query.changed_on}Z`} />
          </span>
          <IconButton dense label={t('Run again')} icon={<Play />} onClick={() => onRun(query.sql)} />
          <IconButton dense label={t('Insert at the cursor')} icon={<ClipboardPaste />} onClick={() => onInsert(query.sql)} />
          <IconButton dense label={t('Open in a new tab')} icon={<SquarePlus />} onClick={() => onOpen(query.sql)} />
        </li>
      ))}
    </ul>
  )
}
