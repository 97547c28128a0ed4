import { chartCreate, chartGet } from '#api/chart.ts'
import { t } from '#core/i18n/t.ts'
import { call } from '../../data/call.ts'

const maxNameLength = 250

export const copyName = (name: string): string => {
  const added = t('%(name)s (copy)', { name: '' }).length
  return t('%(name)s (copy)', { name: name.slice(0, maxNameLength - added) })
}

/**
 * Creates an own copy of a chart, without owners, certification and dashboards of the original, and without its query context, which
 * contains the original's id; the server builds a new one from the form data.
 */
export const duplicateChart = async (id: number, datasetId: number): Promise<{ id: number; name: string }> => {
  const { result } = await call(chartGet, { params: { idOrName: String(id) } })
  const { viz_type, description, params, cache_timeout } = result
  const name = copyName(result.slice_name)
  const body = {
    slice_name: name,
    viz_type,
    description,
    params,
    cache_timeout: cache_timeout === null ? null : Number(cache_timeout),
    datasource_id: datasetId,
    datasource_type: 'table' as const,
  }
  return { id: (await call(chartCreate, { body })).id, name }
}
