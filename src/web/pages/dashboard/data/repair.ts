import { readObject } from '#core/encoding/read-object.ts'
import { migrateFilterBoxes, type FilterBox } from '#core/filters/legacy/migrate.ts'
import { withLostParts } from '#core/layout/wire/lost-parts.ts'
import { parseDatasource } from '#core/query/build-query-context.ts'
import type { Loaded } from './load.ts'

type Opened = Pick<Loaded, 'record' | 'charts'>

const boxesAmong = (charts: Opened['charts']): Map<number, FilterBox> =>
  new Map(
    charts
      .filter(({ form_data }) => form_data.viz_type === 'filter_box')
      .map(({ id, form_data, slice_name }) => [
        id,
        { form: form_data, name: slice_name, datasetId: Number(parseDatasource(form_data.datasource).id) },
      ]),
  )

/**
 * The dashboard as this version shows it: filter boxes are native filters, and parts of the layout that nothing leads to stand at its end.
 * The next save stores it.
 */
export const repairDashboard = ({ record, charts }: Opened): Opened => {
  const boxes = boxesAmong(charts)
  const stored = { position: { ...withLostParts(readObject(record.position_json)) }, metadata: readObject(record.json_metadata) }
  const { position, metadata } = migrateFilterBoxes(stored, boxes)
  return {
    record: {
      ...record,
      position_json: JSON.stringify(position),
      ...(boxes.size > 0 && { json_metadata: JSON.stringify(metadata) }),
    },
    charts: charts.filter(({ id }) => !boxes.has(id)),
  }
}
