import { ChevronDown, ChevronUp, Columns3, Download } from 'lucide-react'
import { useMemo, useState } from 'react'
import type { ReactNode } from 'react'
import { msg, t } from '#core/i18n/t.ts'
import { asNumber } from '#core/query/read.ts'
import { columnMenu } from '../../../data-grid/column-menu.ts'
import { cellFormatter, toTabSeparated } from '../../../data-grid/grid.ts'
import { verboseNames } from '#charts/shared/format/dataset-facts.ts'
import { lazyPart } from '../../../lazy/lazy-part.tsx'
import { copyText as writeClipboard } from '../../../ui/button/copy-text.ts'
import { CopyButton } from '../../../ui/button/CopyButton.tsx'
import { IconButton } from '../../../ui/button/IconButton.tsx'
import { Menu } from '../../../ui/overlay/Menu.tsx'
import { SearchInput } from '../../../ui/text/SearchInput.tsx'
import { Splitter, usePaneSize } from '../../../ui/Splitter.tsx'
import { Tabs } from '../../../ui/choice/Tabs.tsx'
import { say } from '../../../ui/feedback/toast.ts'
import { Tooltip } from '../../../ui/overlay/Tooltip.tsx'
import { downloadData } from '../../../frame/picture/download.ts'
import { useSamples } from '../data/samples.ts'
import { useExplore } from '../state/explore-context.ts'
import { useRun } from '../state/run.ts'
import css from './Drawer.module.css'
import { downloadJson, jsonRows } from '../../../data-grid/json-rows.ts'
import { rawTimes, setRawTimes } from './raw-times.ts'

const DataGrid = lazyPart(async () => (await import('../../../data-grid/DataGrid.tsx')).DataGrid)
const Explain = lazyPart(async () => (await import('./Explain.tsx')).Explain)
const SqlText = lazyPart(async () => (await import('./SqlText.tsx')).SqlText)

export const drawerTabs = ['results', 'samples', 'sql', 'explain'] as const
export type DrawerTab = (typeof drawerTabs)[number]

const bounds = { initial: 272, min: 120, max: 640 }
export const drawerNames: Record<DrawerTab, string> = {
  results: msg('Results'),
  samples: msg('Samples'),
  sql: msg('SQL'),
  explain: msg('Explain'),
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
              tabs={drawerTabs.map((key) => ({ key, label: t(drawerNames[key]) }))}
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
  const badge = isWaiting ? t('Loading...') : t.plural(rows, '%(rows)s row', '%(rows)s rows', { rows: rows.toLocaleString(t.locale) })
  const toggleRaw = (name: string) => {
    const next = new Set(raw)
    if (!next.delete(name)) next.add(name)
    setRaw(next)
    setRawTimes(form.datasource, next)
  }
  const columnEntries = table ? columnMenu(table, { names: verbose, hidden, onHidden: setHidden, raw, onRaw: toggleRaw }) : []
  const copyText = () => {
    if (!table) return ''
    const texts = table.columns.map((column) => cellFormatter(column, { t, raw: raw.has(column.name) }))
    return toTabSeparated(
      table,
      Array.from({ length: table.rowCount }, (_, row) => row),
      texts,
    )
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
                <>
                  <SearchInput
                    dense
                    className={css['search'] ?? ''}
                    label={t('Search rows')}
                    value={search}
                    wait={200}
                    onValue={setSearch}
                  />
                  {tab === 'results' && queries.length > 1 && (
                    <Menu
                      label={t('Query')}
                      entries={queries.map((_, i) => ({
                        key: String(i),
                        label: t('Query %(number)s', { number: i + 1 }),
                        checked: i === shownQuery,
                        onSelect: () => setShownQuery(i),
                      }))}
                    >
                      <button type="button" className={css['which']}>
                        {t('Query %(number)s', { number: shownQuery + 1 })}
                        <ChevronDown size={14} />
                      </button>
                    </Menu>
                  )}
                  <Menu label={t('Columns')} align="end" entries={columnEntries}>
                    <IconButton dense label={t('Columns')} icon={<Columns3 />} />
                  </Menu>
                  <CopyButton text={copyText} label={t('Copy the table')} />
                  {tab === 'results' && data.queryContext && (
                    <Menu
                      label={t('Download')}
                      align="end"
                      entries={[
                        { key: 'csv', label: t('As CSV'), onSelect: () => void downloadData(data.queryContext, 'csv', t('Chart')) },
                        { key: 'xlsx', label: t('As Excel'), onSelect: () => void downloadData(data.queryContext, 'xlsx', t('Chart')) },
                        { key: 'json', label: t('As JSON'), onSelect: () => downloadJson(table, t('Chart')) },
                        'divider',
                        {
                          key: 'copy-json',
                          label: t('Copy as JSON'),
                          onSelect: () => void writeClipboard(jsonRows(table)).then(() => say(t('Copied'), { kind: 'good', lasts: 2500 })),
                        },
                      ]}
                    >
                      <IconButton dense label={t('Download')} icon={<Download />} />
                    </Menu>
                  )}
                </>
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
              verboseNames={verbose}
              {...(tab === 'results' && { colorOf: (name: string) => colors[name] })}
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
