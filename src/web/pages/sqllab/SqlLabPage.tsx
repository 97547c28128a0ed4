import { useQuery } from '@tanstack/react-query'
import { Lock, Plus, SquareTerminal } from 'lucide-react'
import { useState } from 'react'
import type { QueryState } from '#api/query.ts'
import { sqllabBootstrap, tabGet, type TabState } from '#api/sqllab.ts'
import type { RouteResult } from '#api/declare/route.ts'
import { t } from '#core/i18n/t.ts'
import { errorText } from '../../data/call-error.ts'
import { routeQuery } from '../../data/resources.ts'
import { useSession } from '../../data/session.ts'
import { Button } from '../../ui/button/Button.tsx'
import { ProgressLine } from '../../ui/feedback/ProgressLine.tsx'
import { EmptyState, ErrorState } from '../../ui/feedback/State.tsx'
import { usePageTitle } from '../../window/use-page-title.ts'
import { labDatabases, type LabDatabase } from './state/databases.ts'
import { useOpening } from './state/use-opening.ts'
import { useTabs, type NewTab } from './state/use-tabs.ts'
import { TabPane } from './TabPane.tsx'
import { TabStrip, titleOf } from './TabStrip.tsx'
import css from './SqlLab.module.css'

/** What the page changes itself is never fetched again under it. */
const readOnce = { staleTime: Infinity, gcTime: 0 } as const

/** SQL Lab: tabs with scripts and their results. */
const SqlLabPage = () => {
  usePageTitle(t('SQL'))
  const { hasPermission } = useSession()
  const isAllowed = hasPermission('can_read', 'SQLLab')
  const start = useQuery({ ...routeQuery(sqllabBootstrap), ...readOnce, enabled: isAllowed })
  if (!isAllowed)
    return <EmptyState fills icon={<Lock />} title={t('SQL is not open to you')} text={t('Ask an administrator for the role sql_lab.')} />
  if (start.error)
    return <ErrorState fills title={t('SQL could not be opened')} text={errorText(start.error)} onRetry={() => void start.refetch()} />
  if (!start.data) return <ProgressLine label={t('Loading')} />
  return <Workspace start={start.data.result} />
}

const Workspace = ({ start }: { start: RouteResult<typeof sqllabBootstrap>['result'] }) => {
  const [databases] = useState(() => labDatabases(start.databases))
  const only = databases.length === 1 ? databases[0] : undefined
  const { tabs, activeId, actions } = useTabs(
    { tabs: start.tab_state_ids, activeId: start.active_tab?.id ?? null },
    {
      database_id: start.active_tab?.database_id ?? only?.id ?? null,
      catalog: start.active_tab?.catalog ?? null,
      schema: start.active_tab?.schema ?? null,
    },
  )
  const isOpening = useOpening(databases, actions.open)
  const [visited, setVisited] = useState<readonly number[]>([])
  if (activeId !== null && !visited.includes(activeId)) setVisited([...visited, activeId])
  const kept = tabs.filter(({ id }) => visited.includes(id))
  return (
    <div className={css['page']}>
      <h1 className="visually-hidden">{t('SQL')}</h1>
      <TabStrip tabs={tabs} activeId={activeId} actions={actions} />
      {kept.map((tab) => (
        <LoadedTab
          key={tab.id}
          id={tab.id}
          label={titleOf(tab)}
          start={start.active_tab?.id === tab.id ? start.active_tab : null}
          latest={latestOf(tab.id, start.queries)}
          databases={databases}
          isShown={tab.id === activeId && !isOpening}
          onRename={(label) => actions.rename(tab.id, label)}
          onOpen={actions.add}
        />
      ))}
      {isOpening && <ProgressLine label={t('Loading')} />}
      {activeId === null && !isOpening && (
        <EmptyState
          fills
          icon={<SquareTerminal />}
          title={t('No open query')}
          text={t('Write SQL and run it against any database that you may read.')}
          actions={
            <Button kind="primary" icon={<Plus />} onClick={() => actions.add({})}>
              {t('New query')}
            </Button>
          }
        />
      )}
    </div>
  )
}

/** The query that was started last in a tab; the tab itself may not have noted it before the page was left. */
const latestOf = (id: number, queries: Record<string, QueryState>): QueryState | null =>
  Object.values(queries)
    .filter(({ sqlEditorId }) => sqlEditorId === String(id))
    .reduce<QueryState | null>((latest, query) => (latest && latest.queryId > query.queryId ? latest : query), null)

type LoadedTabProps = {
  id: number
  label: string
  start: TabState | null
  latest: QueryState | null
  databases: readonly LabDatabase[]
  isShown: boolean
  onRename: (label: string) => void
  onOpen: (tab: NewTab) => void
}

const LoadedTab = ({ id, start, latest, isShown, ...rest }: LoadedTabProps) => {
  const tab = useQuery({
    ...routeQuery(tabGet, { params: { tab_state_id: id } }),
    ...readOnce,
    ...(start && { initialData: start }),
  })
  if (tab.data) return <TabPane tab={{ ...tab.data, latest_query: latest ?? tab.data.latest_query }} isShown={isShown} {...rest} />
  if (!isShown) return null
  if (tab.error)
    return <ErrorState fills title={t('The query could not be opened')} text={errorText(tab.error)} onRetry={() => void tab.refetch()} />
  return <ProgressLine label={t('Loading')} />
}

export default SqlLabPage
