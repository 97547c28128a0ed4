import { Columns3, Download, RotateCw, SearchX } from 'lucide-react'
import { useMemo, useState } from 'react'
import { columnLabel } from '#core/query/labels.ts'
import { conditionFilter, detailBody, detailConditions, type DetailCondition } from '#core/query/drill/drill-to-detail.ts'
import type { MarkFilter } from '#core/query/drill/mark-filter.ts'
import { filterText } from '#core/query/filter-words.ts'
import { writtenName } from '#charts/shared/text/written-name.ts'
import { parseDatasource } from '#core/query/build-query-context.ts'
import type { FormData, QueryContext } from '#core/query/query-object.ts'
import { t } from '#core/i18n/t.ts'
import { useSession } from '../../../data/session.ts'
import { columnMenu } from '../../../data-grid/column-menu.ts'
import { DataGrid } from '../../../data-grid/DataGrid.tsx'
import { readFault } from '../../../frame/data/fault.ts'
import { verboseNames } from '#charts/shared/format/dataset-facts.ts'
import { withDownloads } from '../../../frame/picture/with-downloads.ts'
import { Pager } from '../../../lists/page/Pager.tsx'
import { Button, ButtonLink } from '../../../ui/button/Button.tsx'
import { IconButton } from '../../../ui/button/IconButton.tsx'
import { Chip } from '../../../ui/Chip.tsx'
import { ProgressLine } from '../../../ui/feedback/ProgressLine.tsx'
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx'
import { EmptyState, ErrorState } from '../../../ui/feedback/State.tsx'
import { Dialog } from '../../../ui/overlay/Dialog.tsx'
import { Menu } from '../../../ui/overlay/Menu.tsx'
import { pathWithFilters } from '../card/actions/explore-path.ts'
import { useDashboard } from '../state/dashboard-context.ts'
import { useIsLent } from './use-is-lent.ts'
import { DatasetLine } from './DatasetLine.tsx'
import css from './Drill.module.css'
import { rowsPerPage, useDetailRows } from './use-detail-rows.ts'

type Props = {
  name: string
  chartId: number
  /** With the filters of the dashboard. */
  form: FormData
  mark: readonly MarkFilter[]
  onClose: () => void
}

const none: ReadonlySet<string> = new Set()

/** The rows behind a chart or one of its marks, with the filters that select them. */
export const DrillToDetail = ({ name, chartId, form, mark, onClose }: Props) => {
  const { hasPermission } = useSession()
  const mayExplore = !useIsLent(form.datasource) && hasPermission('can_explore', 'Superset')
  const canDescribe = hasPermission('can_get_drill_info', 'Dataset')
  const dataset = useDashboard((state) => state.datasets[form.datasource] ?? null)
  const dashboardId = useDashboard((state) => state.serverFields.id)
  const metadata = useDashboard((state) => state.history.present.properties.metadata)
  const all = useMemo(() => detailConditions(form, mark), [form, mark])
  const [removed, setRemoved] = useState(none)
  const [page, setPage] = useState(0)
  const [hidden, setHidden] = useState(none)
  const [raw, setRaw] = useState(none)
  const conditions = useMemo(() => all.filter(({ key }) => !removed.has(key)), [all, removed])
  const body = useMemo(() => detailBody(form, conditions), [form, conditions])
  const { data, error, isFetching, isPlaceholderData, refetch, reload } = useDetailRows(form.datasource, body, {
    page,
    dashboardId,
    chartId,
  })
  const names = useMemo(() => verboseNames(dataset && { ...dataset, metrics: [] }), [dataset])

  const remove = (key: string) => {
    setRemoved(new Set([...removed, key]))
    setPage(0)
  }
  const download = (format: 'csv' | 'xlsx') => {
    const question: QueryContext = {
      datasource: parseDatasource(form.datasource),
      queries: [{ ...body, columns: [], metrics: [], result_type: 'drill_detail' }],
      result_type: 'drill_detail',
      form_data: { slice_id: chartId, dashboardId },
    }
    withDownloads(({ downloadData }) => downloadData(question, format, { name, dataset }))
  }
  const toggleRaw = (column: string) =>
    setRaw(raw.has(column) ? new Set([...raw].filter((one) => one !== column)) : new Set([...raw, column]))
  const count = data?.count ?? 0
  const content = () => {
    if (error) {
      const fault = readFault(error, dataset)
      return (
        <ErrorState
          fills
          title={t('Failed to load the rows')}
          text={`${fault.title} ${fault.text}`}
          details={fault.details}
          onRetry={() => void refetch()}
        />
      )
    }
    if (!data) return <Skeleton />
    if (count === 0)
      return (
        <EmptyState
          fills
          icon={<SearchX />}
          title={t('No rows were returned for this dataset')}
          text={conditions.length > 0 ? t('Remove a filter to see more rows.') : undefined}
        />
      )
    return (
      <DataGrid
        table={data.table}
        label={t('Rows of “%(name)s”', { name })}
        id={`drill ${form.datasource}`}
        search=""
        canSort={false}
        hidden={hidden}
        raw={raw}
        verboseNames={names}
      />
    )
  }
  return (
    <Dialog
      open
      bare
      width={1120}
      height={720}
      title={t('Drill to detail: %s', [name])}
      onClose={onClose}
      footer={
        <>
          {mayExplore && (
            <ButtonLink kind="quiet" to={pathWithFilters(form, { chartId, dashboardId, metadata })}>
              {t('Edit chart')}
            </ButtonLink>
          )}
          <Button kind="primary" onClick={onClose}>
            {t('Close')}
          </Button>
        </>
      }
    >
      <div className={css['detail']}>
        {canDescribe && <DatasetLine datasource={form.datasource} />}
        <div className={css['bar']}>
          <Conditions conditions={conditions} names={names} onRemove={remove} />
          <div className={css['tools']}>
            <span className={css['count']} role="status">
              {data ? t.plural(count, '%(count)s row', '%(count)s rows') : t('Loading...')}
            </span>
            <Menu
              label={t('Columns')}
              align="end"
              entries={() =>
                data
                  ? columnMenu(data.table, {
                      names,
                      hidden,
                      onHidden: setHidden,
                      raw,
                      onRaw: toggleRaw,
                      formattedText: t('Formatted value'),
                    })
                  : []
              }
            >
              <IconButton dense label={t('Columns')} icon={<Columns3 />} disabled={!data} />
            </Menu>
            {hasPermission('can_csv', 'Superset') && (
              <Menu
                label={t('Download')}
                align="end"
                entries={[
                  { key: 'csv', label: t('Export to .CSV'), onSelect: () => download('csv') },
                  { key: 'xlsx', label: t('Export to Excel'), onSelect: () => download('xlsx') },
                ]}
              >
                <IconButton dense label={t('Download')} icon={<Download />} />
              </Menu>
            )}
            <IconButton dense label={t('Reload')} icon={<RotateCw />} focusableWhenDisabled disabled={isFetching} onClick={reload} />
          </div>
        </div>
        <div className={css['rows']} aria-busy={isFetching} data-old={isPlaceholderData || undefined}>
          {isFetching && <ProgressLine label={t('Loading the rows')} />}
          {content()}
        </div>
        {count > rowsPerPage && !error && (
          <div className={css['pages']}>
            <Pager page={page} count={count} size={rowsPerPage} onPage={setPage} />
          </div>
        )}
      </div>
    </Dialog>
  )
}

type ConditionsProps = { conditions: readonly DetailCondition[]; names: Record<string, string>; onRemove: (key: string) => void }

const Conditions = ({ conditions, names, onRemove }: ConditionsProps) => (
  <div className={css['conditions']} role="group" aria-label={t('Filters')}>
    {conditions.length === 0 && <span className={css['count']}>{t('No filters')}</span>}
    {conditions.map((condition) => {
      const nameOf = (column: Parameters<typeof columnLabel>[0]) => names[columnLabel(column)] ?? columnLabel(column)
      const words =
        condition.kind === 'filter' && condition.text !== undefined
          ? t('%(name)s: %(value)s', { name: nameOf(condition.clause.col), value: writtenName(condition.text, t) })
          : filterText(conditionFilter(condition), t, nameOf)
      return (
        <Chip
          key={condition.key}
          set
          title={words}
          clearLabel={t('Remove “%(filter)s”', { filter: words })}
          onClear={() => onRemove(condition.key)}
        >
          {words}
        </Chip>
      )
    })}
  </div>
)
