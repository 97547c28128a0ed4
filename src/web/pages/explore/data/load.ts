import { useQuery, useQueryClient } from '@tanstack/react-query'
import { explore } from '#api/explore.ts'
import { t } from '#core/i18n/t.ts'
import type { FormData } from '#core/query/query-object.ts'
import { call } from '../../../data/call.ts'
import { say } from '../../../ui/toast.ts'
import type { Address } from '../state/address.ts'
import { firstForm, noGlance } from '../state/first-form.ts'
import { isMissingDataset } from './answer.ts'
import type { ExploreAnswer } from './answer.ts'
import { askGlance, glanceKey } from './glance.ts'

/** How long a first look at a dataset may hold up its first chart. */
const patience = 1500

export type Opened = { answer: ExploreAnswer; first: FormData }

const isBare = (form: Record<string, unknown>) =>
  typeof form['viz_type'] !== 'string' && !form['metrics'] && !form['metric'] && !form['groupby'] && !form['all_columns']

/** What an address opens: the answer of the server and the form to start with. */
export const useOpened = (address: Address) => {
  const client = useQueryClient()
  return useQuery({
    queryKey: ['explore', JSON.stringify(address)],
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
    queryFn: async ({ signal }): Promise<Opened> => {
      const { result } = (await call(
        explore,
        {
          query: {
            slice_id: address.sliceId ?? undefined,
            datasource_id: address.datasource?.id,
            datasource_type: address.datasource?.type,
            form_data_key: address.formDataKey ?? undefined,
            permalink_key: address.permalinkKey ?? undefined,
          },
        },
        { signal },
      )) as { result: ExploreAnswer }
      if (result.message) say(t(result.message), { kind: 'warn' })
      const { dataset } = result
      const given = { ...result.form_data, ...address.form } as FormData
      if (isMissingDataset(dataset) || !isBare(given)) {
        return { answer: result, first: { ...given, viz_type: address.vizType ?? given.viz_type ?? 'table' } }
      }
      const glance = await askGlance(dataset, dataset.type, { signal, timeout: patience }).catch(() => noGlance)
      if (glance !== noGlance) client.setQueryData(glanceKey(dataset), glance)
      const started = firstForm(dataset, glance)
      const { adhoc_filters: lent, ...rest } = given
      const filters = Array.isArray(lent) && lent.length > 0 ? { adhoc_filters: lent } : {}
      return {
        answer: result,
        first: { ...rest, ...started, ...filters, ...(address.vizType && { viz_type: address.vizType }), datasource: started.datasource },
      }
    },
  })
}
