import { useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { datasourceGet } from '#api/datasource.ts'
import { call } from '../../../data/call.ts'
import { markChanged } from '../../../data/resources.ts'
import type { Session } from '../../../data/session.ts'
import { addMetric, type SavedMetric } from '../../../dataset/stored.ts'
import { useExploreStore } from '../state/explore-context.ts'
import { isQuery } from './answer.ts'
import type { ExploreDataset } from './answer.ts'

export const fetchDataset = (id: number): Promise<ExploreDataset> => call(datasourceGet, { params: { type: 'table', id } })

/** Owners and admins can edit a dataset. */
export const canEditDataset = (dataset: Pick<ExploreDataset, 'owners' | 'type'>, { isAdmin, hasPermission, user }: Session): boolean =>
  !isQuery(dataset) && hasPermission('can_write', 'Dataset') && (isAdmin || Boolean(dataset.owners?.some(({ id }) => id === user.id)))

/** Query keys whose results depend on the dataset's definition. */
const dependentKeys = new Set(['chart-data', 'column-stats', 'rows-over-time', 'rows-within'])

/** Actions on the chart's dataset that leave the chart unchanged. */
export const useDatasetActions = () => {
  const store = useExploreStore()
  const client = useQueryClient()
  return useMemo(() => {
    const reload = async () => {
      store.getState().replaceDataset(await fetchDataset(store.getState().dataset.id))
      await Promise.all([
        markChanged(client, { kind: 'dataset', id: store.getState().dataset.id }),
        client.invalidateQueries({ predicate: ({ queryKey }) => dependentKeys.has(String(queryKey[0])) }),
      ])
    }
    const saveMetric = async (metric: SavedMetric) => {
      await addMetric(store.getState().dataset.id, metric)
      await reload()
    }
    return { reload, saveMetric }
  }, [store, client])
}
