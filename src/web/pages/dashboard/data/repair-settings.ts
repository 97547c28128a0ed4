import { isObject } from '#core/query/read.ts'
import type { Properties } from './record.ts'

/** What is kept of a stored value; undefined drops the setting, so that its default applies. */
type Repair = (value: unknown) => unknown

const flag: Repair = (value) => (typeof value === 'boolean' ? value : undefined)
const text: Repair = (value) => (typeof value === 'string' ? value : undefined)
const integer: Repair = (value) => (Number.isSafeInteger(Number(value)) && /^-?\d+$/.test(String(value)) ? Number(value) : undefined)
const mapping: Repair = (value) => (isObject(value) && !Array.isArray(value) ? value : undefined)
const listOf =
  (repair: Repair): Repair =>
  (value) =>
    Array.isArray(value) ? value.map(repair).filter((item) => item !== undefined) : undefined

const labels: Repair = (value) => mapping(value) ?? listOf(text)(value)

const repairs: Readonly<Record<string, Repair>> = {
  analogous_colors: flag,
  chart_configuration: mapping,
  chart_customization_config: listOf(mapping),
  color_namespace: text,
  color_scheme: text,
  color_scheme_domain: listOf(text),
  cross_filters_enabled: flag,
  default_filters: text,
  expanded_slices: mapping,
  filter_bar_orientation: text,
  filter_immune_slice_fields: mapping,
  filter_immune_slices: listOf(integer),
  filter_scopes: mapping,
  filter_sets_configuration: listOf(mapping),
  global_chart_configuration: mapping,
  import_time: integer,
  label_colors: mapping,
  map_label_colors: mapping,
  native_filter_configuration: listOf(mapping),
  native_filter_migration: mapping,
  refresh_frequency: integer,
  remote_id: integer,
  shared_label_colors: labels,
  show_chart_timestamps: flag,
  stagger_refresh: flag,
  stagger_time: integer,
  sticky_filters: flag,
  timed_refresh_immune_slices: listOf(integer),
}

/** Settings without values that the server rejects: one broken value would otherwise keep the dashboard from ever being saved. */
export const repairSettings = (metadata: Properties['metadata']): Properties['metadata'] =>
  Object.fromEntries(
    Object.entries(metadata)
      .map(([key, value]) => [key, repairs[key] ? repairs[key](value) : value] as const)
      .filter(([, value]) => value !== undefined),
  )
