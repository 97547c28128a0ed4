import { asList, asRecord } from '#core/query/read.ts'

/** A dashboard's layout and settings as a bundle has them: they name charts and datasets by uuid. */

type Content = Record<string, unknown>
type Chart = { id: number; uuid: string; slice_name: string }

const emptyPosition = (title: string): Content => ({
  DASHBOARD_VERSION_KEY: 'v2',
  ROOT_ID: { children: ['GRID_ID'], id: 'ROOT_ID', type: 'ROOT' },
  GRID_ID: { children: [], id: 'GRID_ID', parents: ['ROOT_ID'], type: 'GRID' },
  HEADER_ID: { id: 'HEADER_ID', meta: { text: title }, type: 'HEADER' },
})

const chartIdOf = (item: unknown): number => Number(asRecord(asRecord(item)['meta'])['chartId'])

/** Charts of the dashboard without a place in the layout get one, in a row at the end of the grid. */
const withUnplaced = (position: Content, charts: readonly Chart[]): Content => {
  const placed = new Set(Object.values(position).map(chartIdOf))
  const unplaced = charts.filter(({ id }) => !placed.has(id))
  if (!unplaced.length) return position
  const grid = asRecord(position['GRID_ID'])
  const row = 'ROW-exported'
  const isInGrid = asList(asRecord(position['ROOT_ID'])['children']).includes('GRID_ID')
  const parents = isInGrid ? ['ROOT_ID', 'GRID_ID', row] : []
  const cards = unplaced.map(({ id }) => `CHART-exported-${id}`)
  return {
    ...position,
    ...(isInGrid && {
      GRID_ID: { ...grid, children: [...asList(grid['children']), row] },
      [row]: { children: cards, id: row, meta: { background: 'BACKGROUND_TRANSPARENT' }, parents: ['ROOT_ID', 'GRID_ID'], type: 'ROW' },
    }),
    ...Object.fromEntries(
      unplaced.map(({ id, uuid, slice_name }, i) => [
        cards[i],
        { children: [], id: cards[i], meta: { chartId: id, height: 50, sliceName: slice_name, uuid, width: 4 }, parents, type: 'CHART' },
      ]),
    ),
  }
}

/** The layout with the uuid of each chart. */
export const exportedPosition = (stored: Content, title: string, charts: readonly Chart[]): Content => {
  const position = Object.keys(stored).length ? stored : emptyPosition(title)
  const uuids = new Map(charts.map(({ id, uuid }) => [id, uuid]))
  const named = Object.entries(position).map(([key, item]) => {
    const uuid = asRecord(item)['type'] === 'CHART' ? uuids.get(chartIdOf(item)) : undefined
    return [key, uuid === undefined ? item : { ...asRecord(item), meta: { ...asRecord(asRecord(item)['meta']), uuid } }]
  })
  return withUnplaced(Object.fromEntries(named), charts)
}

const targetsOf = (filter: unknown) => asList(asRecord(filter)['targets']).map(asRecord)

/** The datasets that native filters read. */
export const filteredDatasets = (metadata: Content): number[] =>
  asList(metadata['native_filter_configuration']).flatMap((filter) =>
    targetsOf(filter).flatMap(({ datasetId }) => (typeof datasetId === 'number' ? [datasetId] : [])),
  )

/** The settings with the uuids of the datasets of native filters. */
export const exportedMetadata = (metadata: Content, datasetUuids: ReadonlyMap<number, string>): Content => {
  if (!Array.isArray(metadata['native_filter_configuration'])) return metadata
  const targetWithUuid = (target: Content): Content => {
    const { datasetId, ...rest } = target
    const uuid = typeof datasetId === 'number' ? datasetUuids.get(datasetId) : undefined
    return uuid === undefined ? target : { ...rest, datasetUuid: uuid }
  }
  const filters = metadata['native_filter_configuration'].map((filter) =>
    Array.isArray(asRecord(filter)['targets']) ? { ...asRecord(filter), targets: targetsOf(filter).map(targetWithUuid) } : filter,
  )
  return { ...metadata, native_filter_configuration: filters }
}
