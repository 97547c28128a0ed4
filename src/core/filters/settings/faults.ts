import { msg } from '../../i18n/t.ts'
import { rootId, type Layout } from '../../layout/component.ts'
import { chartsIn } from '../../layout/tree.ts'
import { dependencyFaults } from './dependencies.ts'
import { isFilter, type FilterItem, type NativeFilter } from '../native-filter.ts'

/** Where in the settings of a filter something is wrong: a text for `t` with its parameters. */
export type FilterFault = {
  field: 'filterType' | 'dataset' | 'column' | 'cascadeParentIds' | 'scope'
  message: string
  params?: Record<string, string>
  /** It came by a change elsewhere: the filter can be saved as it is. */
  isWarning?: true
}

type Column = { column_name: string; type_generic?: number | null; is_dttm: boolean }

export type FaultSources = {
  layout: Layout
  /** The columns of a dataset; undefined where they are not known, null where there is no such dataset. */
  columnsOf: (datasetId: number) => readonly Column[] | null | undefined
}

const numeric = 0

const targetFaults = ({ filterType, targets: [target] }: NativeFilter, { columnsOf }: FaultSources): FilterFault[] => {
  if (filterType === 'filter_time' || filterType === 'unknown') return []
  if (target?.datasetId === undefined) return [{ field: 'dataset', message: msg('Dataset is required') }]
  const columns = columnsOf(target.datasetId)
  if (columns === null) return [{ field: 'dataset', message: msg('Missing dataset') }]
  if (filterType !== 'filter_select' && filterType !== 'filter_range') return []
  const name = target.column?.name
  if (name === undefined) return [{ field: 'column', message: msg('Column is required') }]
  const column = columns?.find(({ column_name }) => column_name === name)
  if (columns && !column) return [{ field: 'column', message: msg('The dataset has no column “%(column)s”'), params: { column: name } }]
  const isNumeric = typeof column?.type_generic !== 'number' || column.type_generic === numeric
  return filterType === 'filter_range' && !isNumeric ? [{ field: 'column', message: msg('Chosen non-numeric column') }] : []
}

const faultsOf = (filter: NativeFilter, ids: ReadonlySet<string>, sources: FaultSources): FilterFault[] => {
  const charts = new Set(chartsIn(sources.layout))
  const { rootPath, excluded } = filter.scope
  const isOrphaned = rootPath.some((id) => id !== rootId && !sources.layout[id]) || excluded.some((id) => !charts.has(id))
  return [
    ...(filter.filterType === 'unknown'
      ? [{ field: 'filterType' as const, message: msg('This type of filter is not known'), isWarning: true as const }]
      : []),
    ...targetFaults(filter, sources),
    ...(filter.cascadeParentIds.some((id) => !ids.has(id))
      ? [{ field: 'cascadeParentIds' as const, message: msg('It depends on a filter that no longer exists'), isWarning: true as const }]
      : []),
    ...(isOrphaned
      ? [
          {
            field: 'scope' as const,
            message: msg('Its scope names charts or tabs that are not on the dashboard'),
            isWarning: true as const,
          },
        ]
      : []),
  ]
}

/** What is wrong with each filter, by its id; filters without a fault are left out. */
export const filterFaults = (items: readonly FilterItem[], sources: FaultSources): Record<string, FilterFault[]> => {
  const filters = items.filter(isFilter)
  const ids = new Set(filters.map(({ id }) => id))
  const cycles = dependencyFaults(filters)
  return Object.fromEntries(
    filters.flatMap((filter) => {
      const cycle = cycles[filter.id]
      const faults = [
        ...faultsOf(filter, ids, sources),
        ...(cycle === undefined ? [] : [{ field: 'cascadeParentIds' as const, message: cycle }]),
      ]
      return faults.length > 0 ? [[filter.id, faults]] : []
    }),
  )
}
