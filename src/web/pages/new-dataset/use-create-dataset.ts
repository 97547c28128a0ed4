import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { datasetCreate } from '#api/dataset.ts'
import { call } from '../../data/call.ts'
import { paths } from '../../data/paths.ts'
import { markChanged } from '../../data/resources.ts'

type NewDataset = { database: number; schema: string | null; name: string; sql: string }

/** Creates a dataset of a query, and opens it in explore. */
export const useCreateDataset = () => {
  const client = useQueryClient()
  const navigate = useNavigate()
  return useMutation({
    mutationFn: async ({ name, ...source }: NewDataset) => {
      const { id } = await call(datasetCreate, { body: { ...source, table_name: name.trim() } })
      await markChanged(client, { kind: 'dataset' })
      return id
    },
    onSuccess: (id) => navigate(paths.exploreDataset(id)),
  })
}
