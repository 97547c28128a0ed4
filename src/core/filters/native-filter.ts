import { asList, asRecord, asText } from '../query/read.ts'
import { readScope, type Scope } from './scope/scope.ts'

/** A filter of the dashboard, under the wire's names; the fields that are not listed stay as they came. */
export type NativeFilter = {
  id: string
  type: 'NATIVE_FILTER'
  name: string
  description?: string
  filterType: string
  targets: { datasetId?: number; column?: { name: string } }[]
  controlValues: Record<string, unknown>
  defaultDataMask: Record<string, unknown>
  cascadeParentIds: string[]
  scope: Scope
  /** It takes its first value by itself, and charts wait for that. */
  requiredFirst?: boolean
}

export type FilterDivider = { id: string; type: 'DIVIDER'; title: string; description: string }

export type FilterItem = NativeFilter | FilterDivider

const readTargets = (value: unknown): NativeFilter['targets'] =>
  asList(value).map((target) => {
    const { datasetId, column } = asRecord(target)
    const name = asText(asRecord(column)['name'])
    return { ...(typeof datasetId === 'number' && { datasetId }), ...(name !== undefined && { column: { name } }) }
  })

/** Reads `native_filter_configuration`; entries without an id are left out. */
export const readFilters = (configuration: unknown): FilterItem[] =>
  asList(configuration).flatMap((entry): FilterItem[] => {
    const item = asRecord(entry)
    const id = asText(item['id'])
    if (!id) return []
    const description = asText(item['description']) ?? ''
    if (item['type'] === 'DIVIDER') return [{ id, type: 'DIVIDER', title: asText(item['title']) ?? '', description }]
    return [
      {
        ...item,
        id,
        type: 'NATIVE_FILTER',
        name: asText(item['name']) ?? '',
        description,
        filterType: asText(item['filterType']) ?? 'filter_select',
        targets: readTargets(item['targets']),
        controlValues: asRecord(item['controlValues']),
        defaultDataMask: asRecord(item['defaultDataMask']),
        cascadeParentIds: asList<string>(item['cascadeParentIds']),
        scope: readScope(item['scope']),
        requiredFirst: item['requiredFirst'] === true,
      },
    ]
  })

export const isFilter = (item: FilterItem): item is NativeFilter => item.type === 'NATIVE_FILTER'
