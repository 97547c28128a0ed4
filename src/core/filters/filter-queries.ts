import { asList, asRecord } from '../query/read.ts'

/** What a filter of a dashboard asks of one dataset. */
export type FilterQuery = {
  /** The filter's id. */
  item: string
  dataset_id: number
  /** The parts of the filter that decide what is asked, as canonical JSON. */
  definition: string
}

const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (typeof value === 'object' && Object.keys(value).length === 0)

/** JSON with sorted keys and without empty values, so that the same definition always reads the same. */
const canonical = (value: unknown): string =>
  JSON.stringify(value, (_key, item: unknown) =>
    typeof item === 'object' && item !== null && !Array.isArray(item)
      ? Object.fromEntries(
          Object.entries(item)
            .filter(([, each]) => !isEmpty(each))
            .sort(([a], [b]) => (a < b ? -1 : 1)),
        )
      : item,
  )

/** The queries of one filter: one for each dataset that its targets name. */
export const queriesOfFilter = (filter: Readonly<Record<string, unknown>>): FilterQuery[] => {
  const targets = asList<unknown>(filter['targets']).map(asRecord)
  const datasets = new Set(targets.map((target) => target['datasetId']).filter((id) => typeof id === 'number'))
  return [...datasets].map((dataset_id) => ({
    item: String(filter['id']),
    dataset_id,
    definition: canonical({
      columns: targets.filter(({ datasetId }) => datasetId === dataset_id).map(({ column }) => asRecord(column)['name']),
      filterType: filter['filterType'],
      adhoc_filters: filter['adhoc_filters'],
      granularity_sqla: filter['granularity_sqla'],
      // As `readFilters` reads it: null means that it was removed.
      sortMetric: filter['sortMetric'] === undefined ? asRecord(filter['controlValues'])['sortMetric'] : filter['sortMetric'],
    }),
  }))
}

/** The definition of the same filter when it sorts its values by no metric, which asks no more. */
export const withoutSortMetric = (definition: string): string => {
  const { sortMetric: _sorted, ...others } = asRecord(JSON.parse(definition))
  return JSON.stringify(others)
}

/** Every query of the filters and customizations in a dashboard's metadata, each once. */
export const filterQueries = (metadata: Readonly<Record<string, unknown>>): FilterQuery[] => {
  const items = [...asList<unknown>(metadata['native_filter_configuration']), ...asList<unknown>(metadata['chart_customization_config'])]
  const queries = items.flatMap((item) => queriesOfFilter(asRecord(item)))
  return [...new Map(queries.map((query) => [JSON.stringify(query), query])).values()]
}
