import { useQuery, useQueryClient } from '@tanstack/react-query'
import { explore } from '#api/explore.ts'
import type { RouteResult } from '#api/declare/route.ts'
import { t } from '#core/i18n/t.ts'
import type { FormData } from '#core/query/query-object.ts'
import { call } from '../../../data/call.ts'
import { draftKey } from '../../../data/resources.ts'
import { say } from '../../../ui/feedback/toast.ts'
import { loadChart } from '../../../frame/chart-registry.ts'
import type { Address } from '../state/address.ts'
import { noGlance } from '../state/choose-fields.ts'
import type { Glance } from '../state/choose-fields.ts'
import { firstForm } from '../state/first-form.ts'
import { completeForm } from '../state/form.ts'
import { emptyMemory, switchViz } from '../state/switch-viz.ts'
import { isMissingDataset } from './answer.ts'
import type { ExploreAnswer, ExploreDataset } from './answer.ts'
import { askGlance, glanceKey } from './use-glance.ts'

/** How long a first look at a dataset may hold up its first chart. */
const patience = 1500

export type Opened = { answer: ExploreAnswer; first: FormData }

const isBare = (form: Record<string, unknown>) =>
  typeof form['viz_type'] !== 'string' && !form['metrics'] && !form['metric'] && !form['groupby'] && !form['all_columns']

/** The types of chart that the page needs from the start are loaded before it opens. */
const ready = async (opened: Opened): Promise<Opened> => {
  const saved = opened.answer.slice?.form_data.viz_type
  await Promise.all([loadChart(opened.first.viz_type), saved ? loadChart(saved) : null])
  return opened
}

/** A first chart as the type that the address asks for. */
const asType = async (form: FormData, vizType: string | null, source: { dataset: ExploreDataset; glance: Glance }): Promise<FormData> => {
  if (vizType === null || vizType === form.viz_type) return form
  const [own, wanted] = await Promise.all([loadChart(form.viz_type), loadChart(vizType)])
  if (!own || !wanted) return { ...form, viz_type: vizType }
  return switchViz(completeForm(form, own, source.dataset), wanted, { ...source, memory: emptyMemory, from: own }).form
}

/** In the place of a dataset that is gone the wire has one without an id. */
const datasetOf = (dataset: RouteResult<typeof explore>['result']['dataset']): ExploreDataset =>
  'id' in dataset ? dataset : { ...dataset, id: 0, datasource_name: dataset.name, main_dttm_col: null }

/** What an address opens: the answer of the server and the form to start with. */
export const useOpened = (address: Address) => {
  const client = useQueryClient()
  return useQuery({
    queryKey: draftKey('explore', JSON.stringify(address)),
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
    queryFn: async ({ signal }): Promise<Opened> => {
      const { result } = await call(
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
      )
      if (result.message) say(t(result.message), { kind: 'warn' })
      const answer = { ...result, dataset: datasetOf(result.dataset) }
      const { dataset } = answer
      const given = { ...result.form_data, ...address.form } as FormData
      if (isMissingDataset(dataset) || !isBare(given)) {
        return ready({ answer, first: { ...given, viz_type: address.vizType ?? given.viz_type ?? 'table' } })
      }
      const glance = await askGlance(dataset, dataset.type, { signal, timeout: patience }).catch(() => noGlance)
      if (glance !== noGlance) client.setQueryData(glanceKey(dataset), glance)
      const started = await asType(firstForm(dataset, glance), address.vizType, { dataset, glance })
      const { adhoc_filters: lent, ...rest } = given
      const filters = Array.isArray(lent) && lent.length > 0 ? { adhoc_filters: lent } : {}
      return ready({ answer, first: { ...rest, ...started, ...filters, datasource: started.datasource } })
    },
  })
}
