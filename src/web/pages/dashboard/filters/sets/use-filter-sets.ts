import { useQuery, useQueryClient } from '@tanstack/react-query'
import { filterSetCreate, filterSetDelete, filterSetList, filterSetUpdate } from '#api/filter-sets.ts'
import { chosenMasks } from '#core/filters/values/pending-masks.ts'
import { readFilterSet, writeFilterSet, type FilterSet } from '#core/filters/sets/filter-set.ts'
import type { DataMasks } from '#core/filters/data-mask.ts'
import { call } from '../../../../data/call.ts'
import { useSession } from '../../../../data/session.ts'
import { unsavedId } from '../../data/record.ts'
import { useDashboard, useDashboardStore } from '../../state/dashboard-context.ts'
import { limitFilterRequests } from '../bar/data/use-filter-offer.ts'

const noSets: FilterSet[] = []

const keyOf = (dashboardId: number) => ['filter-sets', dashboardId] as const

/** The filter sets that the person sees. They are asked for after the values of filters. */
export const useFilterSets = () => {
  const dashboardId = useDashboard((state) => state.serverFields.id)
  const { data, error, isPending, refetch } = useQuery({
    queryKey: keyOf(dashboardId),
    enabled: dashboardId !== unsavedId,
    staleTime: Infinity,
    retry: false,
    queryFn: ({ signal }) =>
      limitFilterRequests(
        async () => {
          const { result } = await call(filterSetList, { params: { dashboard_id: dashboardId } }, { signal })
          return result.flatMap((entry) => readFilterSet(entry) ?? [])
        },
        { signal },
      ),
  })
  return { sets: data ?? noSets, error, isPending, retry: () => void refetch() }
}

/** How a set is kept: under which name, and for whom. */
export type SetDraft = { name: string; isShared: boolean }

/** The writing calls; after each the sets are fetched again. */
export const useFilterSetCalls = () => {
  const store = useDashboardStore()
  const client = useQueryClient()
  const { user } = useSession()
  const dashboard_id = useDashboard((state) => state.serverFields.id)
  const refetch = () => client.invalidateQueries({ queryKey: keyOf(dashboard_id) })
  const metadataOf = (masks: DataMasks) =>
    writeFilterSet(store.getState().history.present.properties.metadata['native_filter_configuration'], masks)
  return {
    create: async ({ name, isShared }: SetDraft) => {
      const owner = isShared ? { owner_type: 'Dashboard' as const } : { owner_type: 'User' as const, owner_id: user.id }
      const json_metadata = metadataOf(chosenMasks(store.getState().masks))
      await call(filterSetCreate, { params: { dashboard_id }, body: { name, ...owner, json_metadata } })
      await refetch()
    },
    update: async ({ id, ownerType }: FilterSet, { name, isShared }: SetDraft, masks = chosenMasks(store.getState().masks)) => {
      const given = isShared && ownerType === 'User' ? { owner_type: 'Dashboard' as const } : {}
      await call(filterSetUpdate, { params: { dashboard_id, pk: id }, body: { name, ...given, json_metadata: metadataOf(masks) } })
      await refetch()
    },
    remove: async ({ id }: FilterSet) => {
      await call(filterSetDelete, { params: { dashboard_id, pk: id } })
      await refetch()
    },
  }
}
