import { ownValue } from '#core/encoding/own-keys.ts'
import { useQuery } from '@tanstack/react-query'
import { databaseTableMetadataExtra } from '#api/database-catalogue.ts'
import { call } from '../../data/call.ts'
import type { TableRef } from '../control-props.ts'
import type { Partition } from './filter-draft.ts'

const fetchPartition = async ({ databaseId, name, schema, catalog }: TableRef, signal: AbortSignal): Promise<Partition | null> => {
  const query = { name, ...(schema && { schema }), ...(catalog && { catalog }) }
  const { partitions } = await call(databaseTableMetadataExtra, { params: { pk: databaseId }, query }, { signal })
  const [column, ...others] = partitions?.cols ?? []
  if (!partitions || column === undefined || others.length > 0 || ownValue(partitions.latest, column) === undefined) return null
  return { column, isRange: partitions.is_range, table: schema ? `${schema}.${name}` : name }
}

/** A failure is logged only: the filter can be made without. */
export const usePartition = (table: TableRef | null): Partition | null => {
  const { data } = useQuery({
    queryKey: ['partition', table],
    enabled: table !== null,
    staleTime: 300_000,
    retry: false,
    queryFn: ({ signal }) =>
      table === null
        ? null
        : fetchPartition(table, signal).catch((error: unknown) => {
            if (!signal.aborted) reportError(error)
            return null
          }),
  })
  return data ?? null
}
