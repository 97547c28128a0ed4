import { readObject } from '#core/encoding/read-object.ts'
import { asList, asRecord } from '#core/query/read.ts'
import type { Row } from '../../../db/tables.ts'
import { exportedMetadata, exportedPosition } from '../dashboard-documents.ts'
import { chartFile, dashboardFile, datasetFile } from '../files.ts'

/** The contents of an example's files as Superset 6.1 writes and loads them: everything is named by uuid, nothing by id. */

type Content = Record<string, unknown>
type DatasetParts = { columns: readonly Row<'dataset_columns'>[]; metrics: readonly Row<'dataset_metrics'>[]; dataFile: string }

/** The database that Superset keeps its examples in, on every server. */
const examplesDatabase = 'a2dc77af-e654-49bb-b321-40f6b559a1ee'

/** A dataset as a table of its own: its rows lie in the data file, also those of a query. */
export const exampleDataset = (row: Row<'datasets'>, { columns, metrics, dataFile }: DatasetParts): Content => {
  const { currency_code_column: _code, ...file } = datasetFile(row, { columns, metrics, databaseUuid: examplesDatabase })
  return {
    ...file,
    data_file: dataFile,
    schema: null,
    sql: null,
    source_db_engine: null,
    params: null,
    folders: null,
    columns: asList(file['columns']).map((column) => {
      const { datetime_format: _format, ...rest } = asRecord(column)
      return rest
    }),
  }
}

export const exampleChart = (row: Row<'charts'>, datasetUuid: string): Content => {
  const { tags: _tags, ...file } = chartFile(row, { datasetUuid, tags: [] })
  return { ...file, query_context: null }
}

type Uuids = { charts: ReadonlyMap<number, string>; datasets: ReadonlyMap<number, string> }

const withScope = (value: unknown, { charts }: Uuids): Content => {
  const item = asRecord(value)
  if (!Array.isArray(item['chartsInScope'])) return item
  return { ...item, chartsInScope: item['chartsInScope'].map((id) => charts.get(Number(id)) ?? id) }
}

const chartConfiguration = (value: unknown, uuids: Uuids): Content =>
  Object.fromEntries(
    Object.entries(asRecord(value)).flatMap(([id, entry]) => {
      const uuid = uuids.charts.get(Number(id))
      const item = asRecord(entry)
      return uuid === undefined ? [] : [[uuid, { ...item, id: uuid, crossFilters: withScope(item['crossFilters'], uuids) }]]
    }),
  )

/** Settings that an example has, with what they are where nothing was saved. */
const settings = {
  timed_refresh_immune_slices: [],
  expanded_slices: {},
  refresh_frequency: 0,
  default_filters: '{}',
  color_scheme: '',
  label_colors: {},
  shared_label_colors: [],
  map_label_colors: {},
  color_scheme_domain: [],
  cross_filters_enabled: false,
}

type DashboardParts = Uuids & { slices: readonly Row<'charts'>[] }

export const exampleDashboard = (row: Row<'dashboards'>, { slices, ...uuids }: DashboardParts): Content => {
  const metadata = exportedMetadata(readObject(row.json_metadata), uuids.datasets)
  const position = readObject(row.position_json)
  const {
    tags: _tags,
    theme_uuid: _theme,
    ...file
  } = dashboardFile(row, {
    position: Object.keys(position).length || slices.length ? exportedPosition(position, row.dashboard_title, slices) : {},
    metadata: {
      ...Object.fromEntries(Object.entries(settings).map(([name, value]) => [name, metadata[name] ?? value])),
      native_filter_configuration: asList(metadata['native_filter_configuration']).map((filter) => withScope(filter, uuids)),
      chart_configuration: chartConfiguration(metadata['chart_configuration'], uuids),
      global_chart_configuration: withScope(metadata['global_chart_configuration'], uuids),
    },
    themeUuid: null,
    tags: [],
  })
  return file
}
