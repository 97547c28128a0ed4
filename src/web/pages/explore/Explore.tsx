import { useCallback, useEffect, useMemo, useState } from 'react'
import { useSearchParams, type Location } from 'react-router'
import { t } from '#core/i18n/t.ts'
import { LayerStatesContext } from '../../controls/annotation/layer-states.ts'
import { SurfaceContext } from '../../controls/control-props.ts'
import type { Surface } from '../../controls/control-props.ts'
import { lazyDialog, lazyPart } from '../../lazy/lazy-part.tsx'
import { parseDatasource } from '#core/query/build-query-context.ts'
import { asList } from '#core/query/read.ts'
import { useSession } from '../../data/session.ts'
import { useRecordVisit } from '../../data/client-log/visit.ts'
import { useHideBar } from '../../window/frame.ts'
import { useLeaveGuard } from '../../window/use-leave-guard.ts'
import { usePageTitle } from '../../window/use-page-title.ts'
import { ArrangedExplore } from './ArrangedExplore.tsx'
import { isQuery, hasSavedMetricsOnly, tableOf } from './data/answer.ts'
import { canEditDataset, useDatasetActions } from './data/dataset.ts'
import { columnHints } from './data/column-stats.ts'
import { useStoredForm } from './data/keep-form.ts'
import { useDraft } from './data/use-draft.ts'
import { useColumnStats } from './data/use-column-stats.ts'
import css from './Explore.module.css'
import { PictureBox } from './picture/PictureBox.tsx'
import { readAddress } from './state/address.ts'
import { useExplore, useForm } from './state/explore-context.ts'
import { RunContext, usePageRun } from './state/run.ts'
import { useChanges } from './state/use-changes.ts'

const noStates = {}

const LayerRequests = lazyPart(async () => (await import('../../controls/annotation/LayerRequests.tsx')).LayerRequests)

const SaveAsDataset = lazyDialog(async () => (await import('./dataset-menu/SaveAsDataset.tsx')).SaveAsDataset)

type Props = {
  force: boolean
  standalone: boolean
  onAddress: (
    change: { formDataKey?: string | null; sliceId?: number | null },
    state: { datasource: { id: number | string; type: string } },
  ) => void
}

const leavesChart = (from: Location, to: Location): boolean => {
  const [here, there] = [from, to].map(({ pathname, search }) => readAddress(pathname, new URLSearchParams(search)))
  return from.pathname !== to.pathname || here?.sliceId !== there?.sliceId || here?.datasource?.id !== there?.datasource?.id
}

/** The explore page of one chart: provides its run and the context of its controls. */
export const Explore = ({ force, standalone, onAddress }: Props) => {
  const [search] = useSearchParams()
  const form = useForm()
  const dataset = useExplore((state) => state.dataset)
  const slice = useExplore((state) => state.slice)
  const title = useExplore((state) => state.title)
  const run = usePageRun(force)
  const { isDirty } = useChanges()
  const { saveMetric } = useDatasetActions()
  const session = useSession()
  const { default_time_filter: defaultTimeRange } = session
  const canEdit = canEditDataset(dataset, session)
  const columnStats = useColumnStats(dataset, run.data.status === 'done' && (run.data.answer?.durationMs ?? Infinity) < 1000)
  const looked = useExplore((state) => state.setColumnStats)
  useEffect(() => looked(columnStats), [looked, columnStats])
  const datasource = useMemo(() => parseDatasource(form.datasource), [form.datasource])
  const source = useMemo(() => ({ datasource: { id: datasource.id, type: datasource.type ?? 'table' } }), [datasource])

  usePageTitle(title || t('Explore'))
  useHideBar(standalone)
  useRecordVisit('chart', slice?.slice_id)
  const isKept = !standalone && session.viewing === null
  useLeaveGuard(isDirty, leavesChart)
  useDraft({ isEnabled: isKept, isDirty })
  useStoredForm(form, {
    sliceId: slice?.slice_id ?? null,
    key: search.get('form_data_key'),
    enabled: isKept && (isDirty || slice === null),
    onKey: useCallback((key: string) => onAddress({ formDataKey: key }, source), [onAddress, source]),
  })

  const canCreate = session.hasPermission('can_write', 'Dataset')
  const [isCreating, setCreating] = useState(false)
  const surface = useMemo(
    (): Surface => ({
      datasource: source.datasource,
      table: tableOf(dataset),
      backend: dataset.database.backend ?? null,
      offersValues: dataset.filter_select !== false,
      hasSavedMetricsOnly: hasSavedMetricsOnly(dataset),
      hints: columnHints(dataset, columnStats),
      distinct: columnStats.distinct,
      rows: columnStats.rows,
      defaultTimeRange,
      keepsLastTimeFilter: true,
      hasFields: true,
      createDataset: isQuery(dataset) && canCreate ? () => setCreating(true) : null,
      saveMetric: canEdit ? saveMetric : null,
    }),
    [canCreate, source, dataset, columnStats, defaultTimeRange, canEdit, saveMetric],
  )
  const hasLayers = asList(run.form['annotation_layers']).length > 0
  const picture = <PictureBox glance={columnStats} />
  const body = standalone ? (
    <div className={css['alone']}>{picture}</div>
  ) : (
    <ArrangedExplore picture={picture} onSaved={(sliceId) => onAddress({ sliceId, formDataKey: null }, source)} />
  )
  return (
    <RunContext value={run}>
      <LayerStatesContext value={run.layers?.states ?? noStates}>
        <SurfaceContext value={surface}>{body}</SurfaceContext>
      </LayerStatesContext>
      {isCreating && <SaveAsDataset onClose={() => setCreating(false)} />}
      {hasLayers && run.data.queryContext && (
        <LayerRequests
          form={run.form}
          queryContext={run.data.queryContext}
          timeoutMs={session.limits.query_timeout * 1000}
          onLayers={run.setLayers}
        />
      )}
    </RunContext>
  )
}
