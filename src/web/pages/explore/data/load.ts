import { useQuery, useQueryClient } from '@tanstack/react-query'
import { explore } from '#api/explore.ts'
import type { RouteResult } from '#api/declare/route.ts'
import { t } from '#core/i18n/t.ts'
import { withInheritedFilters } from '#core/query/drill/inherited-filters.ts'
import type { FormData } from '#core/query/query-object.ts'
import { asRecord, asText } from '#core/query/read.ts'
import { call } from '../../../data/call.ts'
import { readExploreContext } from './read-explore-context.ts'
import type { DashboardContext } from '../../../data/explore-context.ts'
import { draftKey } from '../../../data/resources.ts'
import { useSession } from '../../../data/session.ts'
import { say } from '../../../ui/feedback/toast.ts'
import { loadChart } from '../../../frame/chart-registry.ts'
import type { Address } from '../state/address.ts'
import { noColumnStats } from '../state/choose-fields.ts'
import type { ColumnStats } from '../state/choose-fields.ts'
import { buildFirstForm } from '../state/first-form.ts'
import { completeForm } from '../state/form.ts'
import { lentForm } from '../state/lent-colors.ts'
import { loadSwitch } from '../state/switch/load-switch.ts'
import { emptyMemory } from '../state/switch/memory.ts'
import { isMissingDataset } from './answer.ts'
import type { ExploreAnswer, ExploreDataset } from './answer.ts'
import { fetchColumnStats, columnStatsKey } from './use-column-stats.ts'

/** How long column statistics may delay the first chart of a dataset. */
const statsTimeoutMs = 1500

export type Opened = { answer: ExploreAnswer; first: FormData; context: DashboardContext | null }

const hasNoFields = (form: Record<string, unknown>) =>
  typeof form['viz_type'] !== 'string' && !form['metrics'] && !form['metric'] && !form['groupby'] && !form['all_columns']

/** Loads the chart types that the page needs before it opens. */
const withChartsLoaded = async (opened: Opened): Promise<Opened> => {
  const saved = opened.answer.slice?.form_data.viz_type
  await Promise.all([loadChart(opened.first.viz_type), saved ? loadChart(saved) : null])
  return opened
}

/** Converts a first chart to the type in the address. */
const asType = async (
  form: FormData,
  vizType: string | null,
  source: { dataset: ExploreDataset; glance: ColumnStats },
): Promise<FormData> => {
  if (vizType === null || vizType === form.viz_type) return form
  const [own, targetChart, { switchViz }] = await Promise.all([loadChart(form.viz_type), loadChart(vizType), loadSwitch()])
  if (!own || !targetChart) return { ...form, viz_type: vizType }
  return switchViz(completeForm(form, own, source.dataset), targetChart, { ...source, memory: emptyMemory, from: own }).form
}

/** The type that an administrator chose for new charts; null while the data decides. */
const chosenType = (defaultVizType: string): string | null => (defaultVizType === 'table' ? null : defaultVizType)

/** The server replaces a missing dataset with one without id. */
const readDataset = (dataset: RouteResult<typeof explore>['result']['dataset']): ExploreDataset =>
  'id' in dataset ? dataset : { ...dataset, id: 0, datasource_name: dataset.name, main_dttm_col: null }

/** A chart opened from a dashboard takes over its filters and colours; once it was edited the filters are part of what was kept. */
const withDashboard = (form: FormData, context: DashboardContext | null, formDataKey: string | null): FormData => {
  if (!context) return form
  const filtered = formDataKey === null ? withInheritedFilters({ ...form, extra_form_data: context.extraFormData }) : form
  return { ...filtered, ...lentForm(context) }
}

/** Loads what an address names: the server's response and the initial form. */
export const useOpened = (address: Address) => {
  const client = useQueryClient()
  const { default_time_filter: timeRange, default_viz_type: defaultVizType } = useSession()
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
      const answer = { ...result, dataset: readDataset(result.dataset) }
      const { dataset } = answer
      const context = address.dashboardPageId === null ? null : readExploreContext(address.dashboardPageId)
      const requestedForm: Record<string, unknown> = {
        ...result.form_data,
        ...address.form,
        url_params: { ...asRecord(result.form_data['url_params']), ...asRecord(address.form?.['url_params']), ...address.urlParams },
      }
      if (isMissingDataset(dataset) || !hasNoFields(requestedForm)) {
        const viz_type = address.vizType ?? asText(requestedForm['viz_type']) ?? defaultVizType
        const first = { ...requestedForm, viz_type, datasource: asText(requestedForm['datasource']) ?? '' }
        return withChartsLoaded({ answer, first: withDashboard(first, context, address.formDataKey), context })
      }
      const glance = await fetchColumnStats(dataset, dataset.type, { signal, timeout: statsTimeoutMs }).catch(() => noColumnStats)
      if (glance !== noColumnStats) client.setQueryData(columnStatsKey(dataset), glance)
      const firstChartForm = await asType(buildFirstForm(dataset, glance, timeRange), address.vizType ?? chosenType(defaultVizType), {
        dataset,
        glance,
      })
      const { adhoc_filters: requestedFilters, ...rest } = requestedForm
      const filters = Array.isArray(requestedFilters) && requestedFilters.length > 0 ? { adhoc_filters: requestedFilters } : {}
      const first = { ...rest, ...firstChartForm, ...filters, ...(context && lentForm(context)), datasource: firstChartForm.datasource }
      return withChartsLoaded({ answer, first, context })
    },
  })
}
