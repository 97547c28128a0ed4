import { readObject } from '#core/encoding/read-object.ts'
import { chartOfFilterKey } from '#core/filters/legacy/filter-key.ts'
import { filtersOfBoxes, migrateFilterBoxes, type FilterBox } from '#core/filters/legacy/migrate.ts'
import { isFilter, readFilters, type NativeFilter } from '#core/filters/native-filter.ts'
import { readLayout } from '#core/layout/wire/read.ts'
import type { CardChart, DashboardRecord } from '../data/record.ts'
import type { Draft } from '../state/draft.ts'

type Charts = readonly CardChart[]

const boxesAmong = (charts: Charts): Map<number, FilterBox> =>
  new Map(
    charts
      .filter(({ form_data }) => form_data.viz_type === 'filter_box')
      .map(({ id, form_data, slice_name }) => [
        id,
        { form: form_data, name: slice_name, datasetId: Number.parseInt(form_data.datasource, 10) },
      ]),
  )

/** The filters of the filter boxes of a dashboard that is not migrated. */
export const filtersInBoxes = ({ json_metadata }: DashboardRecord, charts: Charts): NativeFilter[] =>
  readFilters(filtersOfBoxes(readObject(json_metadata), boxesAmong(charts))).filter(isFilter)

/** The filters of one box: their ids name its chart. */
export const filtersOfBox = (filters: readonly NativeFilter[], chartId: number): NativeFilter[] =>
  filters.filter(({ id }) => chartOfFilterKey(id) === chartId)

export const hasFilterBoxes = ({ layout }: Draft, charts: Readonly<Record<number, CardChart>>): boolean =>
  Object.values(layout).some(({ meta }) => charts[Number(meta['chartId'])]?.form_data.viz_type === 'filter_box')

/** The dashboard with native filters in place of its filter boxes. */
export const migrated = ({ layout, properties }: Draft, charts: Charts): Draft => {
  const { position, metadata } = migrateFilterBoxes({ position: layout, metadata: properties.metadata }, boxesAmong(charts))
  return { layout: readLayout(position), properties: { ...properties, metadata: { ...metadata, show_native_filters: true } } }
}
