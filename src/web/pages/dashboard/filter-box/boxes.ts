import { chartOfFilterKey } from '#core/filters/legacy/filter-key.ts'
import { filtersOfBoxes, migrateFilterBoxes, type FilterBox } from '#core/filters/legacy/migrate.ts'
import { isFilter, readFilters, type NativeFilter } from '#core/filters/native-filter.ts'
import { readLayout } from '#core/layout/wire/read.ts'
import { remembered } from '#core/query/remembered.ts'
import type { BoxFilters } from '../data/box-filters.ts'
import type { CardChart } from '../data/record.ts'
import type { Draft } from '../state/draft.ts'
import { isFilterBox } from './has-filter-boxes.ts'

type Charts = readonly CardChart[]

const boxesAmong = (charts: Charts): Map<number, FilterBox> =>
  new Map(
    charts
      .filter(isFilterBox)
      .map(({ id, form_data, slice_name }) => [
        id,
        { form: form_data, name: slice_name, datasetId: Number.parseInt(form_data.datasource, 10) },
      ]),
  )

/** The filters of the filter boxes of a dashboard that is not migrated. */
export const filtersInBoxes = (charts: Charts): BoxFilters => {
  const boxes = boxesAmong(charts)
  return remembered((metadata) => readFilters(filtersOfBoxes(metadata, boxes)).filter(isFilter))
}

/** The filters of one box: their ids name its chart. */
export const filtersOfBox = (filters: readonly NativeFilter[], chartId: number): NativeFilter[] =>
  filters.filter(({ id }) => chartOfFilterKey(id) === chartId)

/** The dashboard with native filters in place of its filter boxes. */
export const migrated = ({ layout, properties }: Draft, charts: Charts): Draft => {
  const { position, metadata } = migrateFilterBoxes({ position: layout, metadata: properties.metadata }, boxesAmong(charts))
  return { layout: readLayout(position), properties: { ...properties, metadata: { ...metadata, show_native_filters: true } } }
}
