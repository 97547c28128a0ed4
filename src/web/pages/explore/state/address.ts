import { readDisplayFlags } from '#core/filters/address/display-flags.ts'

/** The parsed URL of the explore page. */
export type Address = {
  sliceId: number | null
  datasource: { id: number; type: string } | null
  formDataKey: string | null
  permalinkKey: string | null
  vizType: string | null
  dashboardId: number | null
  /** The page of a dashboard whose filters the chart takes over. */
  dashboardPageId: string | null
  isStandalone: boolean
  force: boolean
  /** A whole form, in old links. */
  form: Record<string, unknown> | null
  /** Parameters of no meaning to the page, which templates in SQL may read. */
  urlParams: Readonly<Record<string, string>>
}

/** Parameters that say which chart is opened, as what, and how often its data may be asked for. */
const openingParams = new Set([
  'slice_id',
  'datasource',
  'datasource_id',
  'datasource_type',
  'dataset_id',
  'form_data_key',
  'permalink_key',
  'form_data',
  'viz_type',
  'force',
  'save_action',
])

/** Parameters of the page itself, which stay while a chart is edited and saved. */
const pageParams = new Set(['dashboard_id', 'dashboard_page_id', 'standalone', 'uiConfig', 'edit'])

const whole = (text: string | null): number | null => (text !== null && /^\d+$/.test(text) ? Number(text) : null)

const datasourceOf = (search: URLSearchParams): Address['datasource'] => {
  const [id, type] = (search.get('datasource') ?? '').split('__')
  const number = whole(id ?? null) ?? whole(search.get('datasource_id') ?? search.get('dataset_id'))
  return number === null ? null : { id: number, type: type ?? search.get('datasource_type') ?? 'table' }
}

const readJson = (text: string | null): Record<string, unknown> | null => {
  if (text === null) return null
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : null
  } catch {
    return null
  }
}

/** Reads `/explore/?…` and `/superset/explore/p/<key>/`. */
export const readAddress = (path: string, search: URLSearchParams): Address => {
  const form = readJson(search.get('form_data'))
  const fromForm = typeof form?.['datasource'] === 'string' ? datasourceOf(new URLSearchParams({ datasource: form['datasource'] })) : null
  const inPath = /\/superset\/explore\/(\w{2,})\/(\d+)/.exec(path)
  return {
    sliceId: whole(search.get('slice_id')) ?? (typeof form?.['slice_id'] === 'number' ? form['slice_id'] : null),
    datasource: datasourceOf(search) ?? (inPath ? { id: Number(inPath[2]), type: inPath[1] ?? 'table' } : fromForm),
    formDataKey: search.get('form_data_key'),
    permalinkKey: /\/explore\/p\/([^/]+)/.exec(path)?.[1] ?? search.get('permalink_key'),
    vizType: search.get('viz_type'),
    dashboardId: whole(search.get('dashboard_id')),
    dashboardPageId: search.get('dashboard_page_id'),
    isStandalone: readDisplayFlags(search).standalone > 0,
    force: search.get('force') === 'true' || search.get('force') === '1',
    form,
    urlParams: Object.fromEntries([...search].filter(([name]) => !openingParams.has(name) && !pageParams.has(name))),
  }
}

export const isAddressed = ({ sliceId, datasource, formDataKey, permalinkKey, form }: Address): boolean =>
  sliceId !== null || datasource !== null || formDataKey !== null || permalinkKey !== null || form !== null

/** The URL parameters that lead back to this state. */
export const writeAddress = (
  search: URLSearchParams,
  state: { formDataKey: string | null; sliceId: number | null; datasource: { id: number | string; type: string } },
): URLSearchParams => {
  const next = new URLSearchParams()
  if (state.formDataKey) next.set('form_data_key', state.formDataKey)
  if (state.sliceId !== null) next.set('slice_id', String(state.sliceId))
  else {
    next.set('datasource_id', String(state.datasource.id))
    next.set('datasource_type', state.datasource.type)
  }
  for (const [name, value] of search) if (!openingParams.has(name)) next.append(name, value)
  return next
}

/** The parameters that a link to this chart carries along; what a dashboard lends lies in the browser of its sender. */
export const linkedParams = (search: URLSearchParams): [name: string, value: string][] =>
  [...search].filter(([name]) => !openingParams.has(name) && name !== 'dashboard_page_id')
