import { ChartColumn, Columns3, Copy, Diff, Download, Play, Table2 } from 'lucide-react'
import { useState } from 'react'
import { sqllabProfile } from '#api/sqllab.ts'
import type { QueryState } from '#api/query.ts'
import { t } from '#core/i18n/t.ts'
import type { Table } from '#core/table.ts'
import { columnMenu } from '../../../data-grid/column-menu.ts'
import type { SelectedCells } from '../../../data-grid/DataGrid.tsx'
import { copyFormatter, toTabSeparated } from '../../../data-grid/grid.ts'
import { partOfTable } from '../../../data-grid/cells/part-of-table.ts'
import { routeQuery } from '../../../data/resources.ts'
import { useSession } from '../../../data/session.ts'
import { useElapsed } from '../../../frame/use-elapsed.ts'
import { lazyDialog, lazyPart } from '../../../lazy/lazy-part.tsx'
import { Button } from '../../../ui/button/Button.tsx'
import { IconButton } from '../../../ui/button/IconButton.tsx'
import { Tabs } from '../../../ui/choice/Tabs.tsx'
import { ProgressLine } from '../../../ui/feedback/ProgressLine.tsx'
import { EmptyState, ErrorState } from '../../../ui/feedback/State.tsx'
import { Menu } from '../../../ui/overlay/Menu.tsx'
import { SearchInput } from '../../../ui/text/SearchInput.tsx'
import type { DatasetSource } from '../datasets/save-dataset.ts'
import type { Run } from '../run/use-run.ts'
import type { HistoryActions } from './HistoryPane.tsx'
import { copies, downloads } from './result-menus.ts'
import { timeColumns } from './result-table.ts'
import css from './ResultPane.module.css'

const ChartPane = lazyPart(async () => (await import('../chart/ChartPane.tsx')).ChartPane)
const CompareDialog = lazyDialog(async () => (await import('../compare/CompareDialog.tsx')).CompareDialog)
const SaveDatasetDialog = lazyDialog(async () => (await import('../datasets/SaveDatasetDialog.tsx')).SaveDatasetDialog)
const HistoryPane = lazyPart(async () => (await import('./HistoryPane.tsx')).HistoryPane)
const DataGrid = lazyPart(async () => (await import('../../../data-grid/DataGrid.tsx')).DataGrid)

type Props = {
  run: Run
  tabId: number
  label: string
  /** The statement of a result as a dataset would have it. */
  sourceOf: (query: QueryState) => DatasetSource
  history: HistoryActions
  onRetry: () => void
}

/** What came of the last statement of a tab, and what was run in it before. */
export const ResultPane = (props: Props) => {
  const { run, tabId } = props
  const [shown, setShown] = useState<'results' | 'history'>('results')
  const runKey = `${run.kind} ${run.kind === 'running' ? run.clientId : ''}`
  const [lastRun, setLastRun] = useState(runKey)
  if (lastRun !== runKey) {
    setLastRun(runKey)
    if (run.kind === 'running') setShown('results')
  }
  return (
    <>
      <Tabs
        className={css['tabs'] ?? ''}
        label={t('Results and history')}
        tabs={[
          { key: 'results', label: t('Results') },
          { key: 'history', label: t('Query History') },
        ]}
        value={shown}
        onChange={setShown}
      />
      {shown === 'results' ? <Results {...props} /> : <HistoryPane tabId={tabId} version={runKey} {...props.history} />}
    </>
  )
}

const Results = ({ run, tabId, label, sourceOf, onRetry }: Props) => (
  <section className={css['pane']} aria-label={t('Results')}>
    {run.kind === 'none' && (
      <EmptyState fills icon={<Play />} title={t('No results yet')} text={t('Run a statement to see its rows here.')} />
    )}
    {run.kind === 'stopped' && <EmptyState fills icon={<Play />} title={t('The query was stopped.')} />}
    {run.kind === 'running' && <Progress run={run} />}
    {run.kind === 'failed' && (
      <ErrorState
        fills
        title={t('The statement could not be run')}
        text={
          <span className={css['fault']} data-lines>
            {run.message.trim()}
          </span>
        }
        onRetry={onRetry}
      />
    )}
    {run.kind === 'done' && (
      <Rows key={run.query.id} query={run.query} table={run.table} tabId={tabId} label={label} source={sourceOf(run.query)} />
    )}
  </section>
)

const countIn = (query: QueryState | null, name: string): number | null => {
  const count = query?.extra[name]
  return typeof count === 'number' ? count : null
}

const rowsText = (rows: number) => t.plural(rows, '%(count)s row', '%(count)s rows')

const secondsText = (seconds: number) =>
  t('%(seconds)s s', { seconds: seconds.toLocaleString(t.locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 }) })

const Progress = ({ run }: { run: Run & { kind: 'running' } }) => {
  const elapsed = useElapsed(run.startedMs)
  const place = countIn(run.query, 'queue_place')
  const rows = countIn(run.query, 'rows_so_far')
  const progress = run.query?.progress ?? 0
  const state = place !== null && place > 0 ? t('Waiting, place %(place)s in the queue', { place }) : t('Running…')
  return (
    <div className={css['progress']}>
      <ProgressLine label={t('Running…')} {...(progress > 0 && { share: progress / 100 })} />
      <p role="status">{run.isStopping ? t('Stopping…') : state}</p>
      <p className={css['elapsed']}>
        {secondsText(elapsed)}
        {rows !== null && ` · ${rowsText(rows)}`}
      </p>
    </div>
  )
}

const none: ReadonlySet<string> = new Set()

const toggled = (names: ReadonlySet<string>, name: string): ReadonlySet<string> =>
  names.has(name) ? new Set([...names].filter((other) => other !== name)) : new Set([...names, name])

type RowsProps = { query: QueryState; table: Table; tabId: number; label: string; source: DatasetSource }

const Rows = ({ query, table, tabId, label, source }: RowsProps) => {
  const { hasPermission } = useSession()
  const [isDrawn, setDrawn] = useState(false)
  const [isSaving, setSaving] = useState(false)
  const [isComparing, setComparing] = useState(false)
  const [search, setSearch] = useState('')
  const [hidden, setHidden] = useState(none)
  const [raw, setRaw] = useState(() => timeColumns(table))
  const [found, setFound] = useState(table.rowCount)
  const [selected, setSelected] = useState<SelectedCells | null>(null)
  const isCut = query.limitingFactor !== 'NOT_LIMITED' && query.limitingFactor !== 'QUERY' && table.rowCount > 0
  const canDownload = hasPermission('can_export_csv', 'SQLLab') && hasPermission('can_csv', 'Superset')
  const seconds = (Number(query.endDttm) - Number(query.startDttm)) / 1000
  const copied = () => (selected ? partOfTable(table, selected) : table)
  const asText = () => {
    const part = copied()
    const texts = part.columns.map((column) => copyFormatter(column, { t, raw: raw.has(column.name) }))
    return toTabSeparated(part, [...Array(part.rowCount).keys()], texts)
  }
  const copyLabel = selected ? t('Copy the selected cells') : t('Copy the table')
  if (table.columns.length === 0) return <EmptyState fills title={t('Done')} text={t('The statement has run; it gives no rows.')} />
  return (
    <>
      <header className={css['bar']}>
        <p className={css['count']} role="status" data-cut={isCut || undefined}>
          {found < table.rowCount && `${t('%(count)s found', { count: found.toLocaleString(t.locale) })} · `}
          {isCut ? t('First %(rows)s', { rows: rowsText(table.rowCount) }) : rowsText(table.rowCount)}
          {Number.isFinite(seconds) && seconds >= 0 && ` · ${secondsText(seconds)}`}
        </p>
        <div className={css['actions']}>
          <Button dense icon={<ChartColumn />} active={isDrawn} aria-pressed={isDrawn} onClick={() => setDrawn(!isDrawn)}>
            {t('Chart it')}
          </Button>
          {hasPermission('can_write', 'Dataset') && (
            <Button dense icon={<Table2 />} onClick={() => setSaving(true)}>
              {t('Save as dataset')}
            </Button>
          )}
          <SearchInput dense className={css['search'] ?? ''} label={t('Search rows')} value={search} wait={200} onValue={setSearch} />
        </div>
        <div className={css['tools']}>
          <Menu
            label={t('Columns')}
            align="end"
            entries={columnMenu(table, { names: {}, hidden, onHidden: setHidden, raw, onRaw: (name) => setRaw(toggled(raw, name)) })}
          >
            <IconButton dense label={t('Columns')} icon={<Columns3 />} />
          </Menu>
          <IconButton dense label={t('Compare with another result')} icon={<Diff />} onClick={() => setComparing(true)} />
          <Menu label={copyLabel} align="end" entries={copies(copied, asText)}>
            <IconButton dense label={copyLabel} icon={<Copy />} active={selected !== null} />
          </Menu>
          {canDownload && (
            <Menu label={t('Download')} align="end" entries={downloads(query.id, isCut)}>
              <IconButton dense label={t('Download')} icon={<Download />} />
            </Menu>
          )}
        </div>
      </header>
      {isComparing && <CompareDialog query={query} table={table} onClose={() => setComparing(false)} />}
      {isSaving && <SaveDatasetDialog source={source} name={label} onClose={() => setSaving(false)} />}
      {isDrawn && (
        <div className={css['chart']}>
          <ChartPane table={table} source={source} label={label} />
        </div>
      )}
      <div className={css['grid']}>
        <DataGrid
          table={table}
          label={t('Results')}
          id={`sqllab ${tabId}`}
          search={search}
          hidden={hidden}
          raw={raw}
          onRaw={(name) => setRaw(toggled(raw, name))}
          exact
          verboseNames={noNames}
          onFound={setFound}
          onSelected={setSelected}
          whole={(column) => routeQuery(sqllabProfile, { body: { client_id: query.id, column } })}
        />
      </div>
    </>
  )
}

const noNames = {}
