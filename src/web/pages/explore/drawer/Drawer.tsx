import { ChevronDown, ChevronUp } from 'lucide-react'
import { useMemo, useState } from 'react'
import type { ReactNode } from 'react'
import { msg, t } from '#core/i18n/t.ts'
import { ownValue } from '#core/encoding/own-keys.ts'
import { asNumber } from '#core/query/read.ts'
import { verboseNames } from '#charts/shared/format/dataset-facts.ts'
import { useSession } from '../../../data/session.ts'
import { lazyCompanion, lazyPart } from '../../../lazy/lazy-part.tsx'
import { IconButton } from '../../../ui/button/IconButton.tsx'
import { Splitter, usePaneSize } from '../../../ui/Splitter.tsx'
import { Tabs } from '../../../ui/choice/Tabs.tsx'
import { Tooltip } from '../../../ui/overlay/Tooltip.tsx'
import { useSamples } from '../data/samples.ts'
import { useExplore } from '../state/explore-context.ts'
import { useRun } from '../state/run.ts'
import css from './Drawer.module.css'
import { rawTimes, setRawTimes } from './raw-times.ts'

const ResultTools = lazyCompanion(async () => (await import('./ResultTools.tsx')).ResultTools)
const DataGrid = lazyPart(async () => (await import('../../../data-grid/DataGrid.tsx')).DataGrid)
const Explain = lazyPart(async () => (await import('./Explain.tsx')).Explain)
const SqlText = lazyPart(async () => (await import('./SqlText.tsx')).SqlText)

export type DrawerTab = 'results' | 'samples' | 'sql' | 'explain'

const bounds = { initial: 272, min: 120, max: 640 }
export const drawerNames: Record<DrawerTab, string> = {
  results: msg('Results'),
  samples: msg('Samples'),
  sql: msg('SQL'),
  explain: msg('Explain'),
}

/** The tabs that the user may open: samples have a permission of their own. */
export const useDrawerTabs = (): DrawerTab[] => {
  const maySample = useSession().hasPermission('can_samples', 'Datasource')
  return ['results', ...(maySample ? (['samples'] as const) : []), 'sql', 'explain']
}

/** The pane below the chart: results, samples of the dataset, SQL, and an explanation. */
export const Drawer = ({
  open,
  onOpen,
  tab,
  onTab,
}: {
  open: boolean
  onOpen: (open: boolean) => void
  tab: DrawerTab
  /** Also opens the drawer. */
  onTab: (tab: DrawerTab) => void
}) => {
  const [size, resize] = usePaneSize('explore.drawer', bounds)
  const tabs = useDrawerTabs()
  return (
    <>
      {open && <Splitter label={t('Height of the results')} size={size} onResize={resize} bounds={bounds} pane="below" />}
      <section className={css['drawer']} style={open ? { height: size + 40 } : undefined} aria-label={t('Results')}>
        <Results
          tab={tab}
          isOpen={open}
          startContent={
            <Tabs
              label={t('Results')}
              className={css['tabs'] ?? ''}
              tabs={tabs.map((key) => ({ key, label: t(drawerNames[key]) }))}
              value={(open ? tab : 'none') as DrawerTab}
              onChange={onTab}
            />
          }
          endContent={
            <IconButton
              dense
              label={open ? t('Close the results') : t('Open the results')}
              icon={open ? <ChevronDown /> : <ChevronUp />}
              onClick={() => onOpen(!open)}
            />
          }
        />
      </section>
    </>
  )
}

type ResultsProps = {
  tab: DrawerTab
  isOpen: boolean
  /** Content in the toolbar row, before and after the tools of the table. */
  startContent?: ReactNode
  endContent?: ReactNode
}

const none: ReadonlySet<string> = new Set()

/** The content of one tab, with its toolbar. */
export const Results = ({ tab, isOpen: open, startContent, endContent }: ResultsProps) => {
  const { data, form } = useRun()
  const dataset = useExplore((state) => state.dataset)
  const colors = useExplore((state) => state.colors)
  const [search, setSearch] = useState('')
  const tableKey = `${tab} ${form.datasource}`
  const [hiddenState, setHiddenState] = useState({ tableKey, columns: none })
  const hidden = hiddenState.tableKey === tableKey ? hiddenState.columns : none
  const setHidden = (columns: ReadonlySet<string>) => setHiddenState({ tableKey, columns })
  const [raw, setRaw] = useState<ReadonlySet<string>>(() => rawTimes(form.datasource))
  const [shownQuery, setShownQuery] = useState(0)
  const samples = useSamples(dataset, open && tab === 'samples')
  const queries = data.answer?.queries ?? []
  const table = tab === 'samples' ? samples.data : (queries[shownQuery] ?? queries[0])?.table
  const verbose = useMemo(() => verboseNames(tab === 'samples' ? { ...dataset, metrics: [] } : dataset), [dataset, tab])
  const isTable = tab === 'results' || tab === 'samples'
  const rows = table?.rowCount ?? 0
  const limit = tab === 'results' ? asNumber(data.queryContext?.queries[0]?.row_limit) : undefined
  const isCut = limit !== undefined && limit > 0 && rows >= limit && !form['server_pagination']
  const isWaiting = tab === 'results' ? data.status === 'loading' && !data.answer : samples.isFetching
  const badge = isWaiting ? t('Loading...') : t.plural(rows, '%(count)s row', '%(count)s rows')
  const toggleRaw = (name: string) => {
    const next = new Set(raw)
    if (!next.delete(name)) next.add(name)
    setRaw(next)
    setRawTimes(form.datasource, next)
  }
  return (
    <>
      {(isTable || startContent || endContent) && (
        <header className={css['bar']}>
          {startContent}
          <span className={css['space']} />
          {isTable && (
            <div className={css['tools']}>
              <Tooltip text={isCut ? t('Limit reached') : ''}>
                <span className={css['badge']} data-cut={isCut || undefined}>
                  {badge}
                </span>
              </Tooltip>
              {open && table && (
                <ResultTools
                  table={table}
                  search={search}
                  onSearch={setSearch}
                  isSamples={tab === 'samples'}
                  queryCount={tab === 'results' ? queries.length : 1}
                  shownQuery={shownQuery}
                  onShowQuery={setShownQuery}
                  columns={{ names: verbose, hidden, onHidden: setHidden, raw, onRaw: toggleRaw }}
                />
              )}
            </div>
          )}
          {endContent}
        </header>
      )}
      {open && (
        <div className={css['body']} role="tabpanel" aria-label={t(drawerNames[tab])}>
          {isTable && table && (
            <DataGrid
              key={`${tab} ${shownQuery}`}
              table={table}
              label={t(drawerNames[tab])}
              id={`explore ${tableKey} ${shownQuery}`}
              search={search}
              hidden={hidden}
              raw={raw}
              onRaw={toggleRaw}
              verboseNames={verbose}
              {...(tab === 'results' && { colorOf: (name: string) => ownValue(colors, name) })}
            />
          )}
          {isTable && !table && (
            <p className={css['nothing']}>
              {samples.isError && tab === 'samples' ? t('Sorry, an error occurred') : isWaiting ? t('Loading...') : t('No rows yet')}
            </p>
          )}
          {tab === 'sql' && <SqlText />}
          {tab === 'explain' && <Explain />}
        </div>
      )}
    </>
  )
}
