import type { Chart } from '#charts/chart.ts'
import type { DatasetFacts } from '#charts/control.ts'
import { findChart } from '#charts/index.ts'
import type { Principal } from '#core/access/principal.ts'
import { readObject } from '#core/encoding/read-object.ts'
import { effectiveForm, type Surroundings } from '#core/filters/effective-form.ts'
import { filtersOfBoxes } from '#core/filters/legacy/migrate.ts'
import { isFilter, readFilters, type FilterItem, type NativeFilter } from '#core/filters/native-filter.ts'
import { withCharts } from '#core/layout/change/with-charts.ts'
import type { Layout } from '#core/layout/component.ts'
import { readLayout } from '#core/layout/wire/read.ts'
import type { FormData } from '#core/query/query-object.ts'
import { asRecord, asText } from '#core/query/read.ts'
import type { Context } from '../../../context.ts'
import type { Row } from '../../../db/tables.ts'
import { idByName } from '../../../list/can-see.ts'
import { formDataOf } from '../../chart/form-data.ts'
import { datasetsOfDashboard } from '../../dataset/for-charts.ts'
import { dashboardSpec } from '../spec.ts'
import { chartIdsOf } from '../state.ts'

export type CardChart = { row: Row<'charts'>; form: FormData; chart: Chart | undefined; dataset: DatasetFacts | null }

/** A dashboard as the browser reads it when it opens. */
export type DashboardView = {
  id: number
  uuid: string
  version: number
  title: string
  layout: Layout
  metadata: Record<string, unknown>
  filters: readonly FilterItem[]
  /** The filters of filter boxes, which stand on the dashboard and not in the bar. */
  boxFilters: readonly NativeFilter[]
  isBarHorizontal: boolean
  charts: ReadonlyMap<number, CardChart>
}

type Viewer = { ctx: Context; principal: Principal }

const chartRows = async ({ db }: Context, id: number): Promise<Row<'charts'>[]> => {
  const ids = await chartIdsOf(db, id)
  return ids.length === 0 ? [] : db.selectFrom('charts').selectAll().where('id', 'in', ids).execute()
}

const boxesAmong = (charts: readonly (readonly [number, CardChart])[]) =>
  new Map(
    charts
      .filter(([, { row }]) => row.viz_type === 'filter_box')
      .map(([id, { row, form }]) => [id, { form, datasetId: row.datasource_id, name: row.slice_name ?? '' }]),
  )

/** The dashboard with its charts; null if the viewer does not see it. */
export const readView = async ({ ctx, principal }: Viewer, idOrSlug: string): Promise<DashboardView | null> => {
  const id = await idByName(dashboardSpec, { ctx, principal }, idOrSlug, ['slug', 'uuid'])
  if (id === null) return null
  const [row, rows, datasets] = await Promise.all([
    ctx.db.selectFrom('dashboards').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
    chartRows(ctx, id),
    datasetsOfDashboard({ ctx, principal }, id),
  ])
  const metadata = readObject(row.json_metadata)
  const byId = new Map(datasets.map((dataset) => [dataset.id, dataset]))
  const charts = rows.map((chart): [number, CardChart] => [
    chart.id,
    { row: chart, form: formDataOf(chart) as FormData, chart: findChart(chart.viz_type), dataset: byId.get(chart.datasource_id) ?? null },
  ])
  return {
    id,
    uuid: row.uuid,
    version: row.version,
    title: row.dashboard_title ?? '',
    layout: withCharts(readLayout(readObject(row.position_json)), rows),
    metadata,
    filters: ctx.config.dashboardNativeFilters ? readFilters(metadata['native_filter_configuration']) : [],
    boxFilters: readFilters(filtersOfBoxes(metadata, boxesAmong(charts))).filter(isFilter),
    isBarHorizontal: ctx.config.horizontalFilterBar && metadata['filter_bar_orientation'] === 'HORIZONTAL',
    charts: new Map(charts),
  }
}

/** The form that a chart has on the dashboard. */
export const formOnView = (
  { id, metadata }: DashboardView,
  { form }: CardChart,
  state: Pick<Surroundings, 'masks' | 'urlParams'>,
): FormData =>
  effectiveForm(form, {
    dashboardId: id,
    ...state,
    colorScheme: asText(metadata['color_scheme']),
    labelColors: { ...asRecord(metadata['shared_label_colors']), ...asRecord(metadata['label_colors']) },
  })
