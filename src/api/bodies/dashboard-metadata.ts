import { z } from 'zod'
import { body, flag, integer, list, mapping, text } from '../declare/field.ts'

/** The parsed `json_metadata` of a dashboard: fields that clients may send. */
const objects = () => list(mapping())

export const dashboardMetadata = body({
  native_filter_configuration: objects().nullable().optional(),
  chart_customization_config: objects().nullable().optional(),
  filter_sets_configuration: objects().nullable().optional(),
  chart_configuration: mapping().optional(),
  global_chart_configuration: mapping().optional(),
  timed_refresh_immune_slices: list(integer()).optional(),
  filter_immune_slices: list(integer()).optional(),
  filter_immune_slice_fields: mapping().optional(),
  filter_scopes: mapping().optional(),
  expanded_slices: mapping().optional(),
  refresh_frequency: integer().optional(),
  default_filters: text().optional(),
  stagger_refresh: flag().optional(),
  stagger_time: integer().optional(),
  color_scheme: text().nullable().optional(),
  color_namespace: text().nullable().optional(),
  positions: mapping().nullable().optional(),
  label_colors: mapping().optional(),
  shared_label_colors: z.union([list(text()), mapping()]).optional(),
  map_label_colors: mapping().optional(),
  color_scheme_domain: list(text()).optional(),
  cross_filters_enabled: flag().optional(),
  filter_bar_orientation: text().nullable().optional(),
  native_filter_migration: mapping().optional(),
  show_native_filters: flag().optional(),
  show_chart_timestamps: flag().optional(),
  /** Ours: the filter values of each user are remembered. */
  sticky_filters: flag().optional(),
  /** Ours: labels beyond the colours of the scheme take neighbouring hues. */
  analogous_colors: flag().optional(),
  import_time: integer().optional(),
  remote_id: integer().optional(),
})
export type DashboardMetadata = z.output<typeof dashboardMetadata>
