import { t } from '#core/i18n/t.ts'
import type { Fault } from '../forms/faults.ts'
import { integerOf } from '../forms/values.ts'

/** The documented keys of `extra` as form values. */
export type ExtraValues = {
  cost_estimate_enabled: boolean
  allows_virtual_table_explore: boolean
  disable_data_preview: boolean
  disable_drill_to_detail: boolean
  allow_multi_catalog: boolean
  cancel_query_on_windows_unload: boolean
  schema_cache_timeout: string
  table_cache_timeout: string
  /** Separated by commas. */
  schemas_allowed_for_file_upload: string
  version: string
  metadata_params: string
  engine_params: string
  /** The stored text, which may hold more keys. */
  stored: string
}

const switches = [
  'cost_estimate_enabled',
  'allows_virtual_table_explore',
  'disable_data_preview',
  'disable_drill_to_detail',
  'allow_multi_catalog',
  'cancel_query_on_windows_unload',
] as const

const documents = ['metadata_params', 'engine_params'] as const

const objectOf = (value: unknown): Record<string, unknown> | null =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : null

const parsed = (text: string): Record<string, unknown> | null => {
  try {
    return objectOf(JSON.parse(text.trim() || '{}'))
  } catch {
    return null
  }
}

const documentText = (value: unknown): string => {
  const found = objectOf(value)
  return found && Object.keys(found).length > 0 ? JSON.stringify(found, null, 2) : ''
}

const numberText = (value: unknown): string => (typeof value === 'number' ? String(value) : '')

export const readExtra = (text = '{}'): ExtraValues => {
  const extra = parsed(text) ?? {}
  const timeouts = objectOf(extra['metadata_cache_timeout']) ?? {}
  const schemas: unknown = extra['schemas_allowed_for_file_upload']
  return {
    cost_estimate_enabled: extra['cost_estimate_enabled'] === true,
    allows_virtual_table_explore: extra['allows_virtual_table_explore'] !== false,
    disable_data_preview: extra['disable_data_preview'] === true,
    disable_drill_to_detail: extra['disable_drill_to_detail'] === true,
    allow_multi_catalog: extra['allow_multi_catalog'] === true,
    cancel_query_on_windows_unload: extra['cancel_query_on_windows_unload'] === true,
    schema_cache_timeout: numberText(timeouts['schema_cache_timeout']),
    table_cache_timeout: numberText(timeouts['table_cache_timeout']),
    schemas_allowed_for_file_upload: Array.isArray(schemas) ? schemas.join(', ') : '',
    version: typeof extra['version'] === 'string' ? extra['version'] : '',
    metadata_params: documentText(extra['metadata_params']),
    engine_params: documentText(extra['engine_params']),
    stored: text,
  }
}

/** `extra` as it is sent: what the form does not know stays as it was. */
export const writeExtra = (values: ExtraValues): string => {
  const timeouts = { schema_cache_timeout: values.schema_cache_timeout, table_cache_timeout: values.table_cache_timeout }
  const named = values.schemas_allowed_for_file_upload.split(',').flatMap((name) => (name.trim() ? [name.trim()] : []))
  const { version: _version, ...stored } = parsed(values.stored) ?? {}
  return JSON.stringify({
    ...stored,
    ...Object.fromEntries(switches.map((name) => [name, values[name]])),
    metadata_params: parsed(values.metadata_params) ?? {},
    engine_params: parsed(values.engine_params) ?? {},
    metadata_cache_timeout: Object.fromEntries(
      Object.entries(timeouts).flatMap(([name, text]) => (text.trim() ? [[name, integerOf(text)] as const] : [])),
    ),
    schemas_allowed_for_file_upload: named,
    ...(values.version.trim() && { version: values.version.trim() }),
  })
}

export const extraFaults = (values: ExtraValues): Fault[] => [
  ...documents.flatMap((name) => (parsed(values[name]) ? [] : [{ path: `extra.${name}`, text: t('JSON not valid') }])),
  ...(['schema_cache_timeout', 'table_cache_timeout'] as const).flatMap((name) =>
    typeof integerOf(values[name]) === 'string' ? [{ path: `extra.${name}`, text: t('is expected to be an integer') }] : [],
  ),
]
