import type { DashboardMetadata } from '#api/bodies/dashboard-metadata.ts'
import { categoricalSchemes } from '#core/color/scheme-data.ts'
import { defaultCategorical } from '#core/color/schemes.ts'
import { msg } from '#core/i18n/t.ts'

/** What the editor of the settings says about a name, and the value that it inserts after it. */
type Setting = { note: string; start: string }

const list = '[]'
const object = '{}'

/** The settings that can be written by hand; the layout is edited on the stage. */
export const settings: Record<Exclude<keyof DashboardMetadata, 'positions'>, Setting> = {
  analogous_colors: { note: msg('Neighboring hues before colors repeat'), start: 'true' },
  chart_configuration: { note: msg('Cross-filters of each chart'), start: object },
  chart_customization_config: { note: msg('Customizations of charts by viewers'), start: list },
  color_namespace: { note: msg('Labels have one color within it'), start: '""' },
  color_scheme: { note: msg('For every chart of the dashboard'), start: '""' },
  color_scheme_domain: { note: msg('Colors of the scheme, kept by a save'), start: list },
  cross_filters_enabled: { note: msg('Enable cross-filtering'), start: 'true' },
  default_filters: { note: msg('Values of filter boxes, as JSON text'), start: '"{}"' },
  expanded_slices: { note: msg('Charts whose description is open'), start: object },
  filter_bar_orientation: { note: msg('Orientation of filter bar'), start: '"VERTICAL"' },
  filter_immune_slice_fields: { note: msg('Fields of charts that filter boxes leave alone'), start: object },
  filter_immune_slices: { note: msg('Charts that filter boxes leave alone'), start: list },
  filter_scopes: { note: msg('What filter boxes apply to'), start: object },
  filter_sets_configuration: { note: msg('Filter sets, as older versions kept them'), start: list },
  global_chart_configuration: { note: msg('Cross-filters of all charts'), start: object },
  import_time: { note: msg('When it was imported'), start: '0' },
  label_colors: { note: msg('Colors by label, set by hand'), start: object },
  map_label_colors: { note: msg('Colors by label, kept by a save'), start: object },
  native_filter_configuration: { note: msg('The filters of the filter bar'), start: list },
  native_filter_migration: { note: msg('How filter boxes became filters'), start: object },
  refresh_frequency: { note: msg('Seconds between refreshes'), start: '0' },
  remote_id: { note: msg('Its number where it was exported'), start: '0' },
  shared_label_colors: { note: msg('Labels that several charts share'), start: list },
  show_chart_timestamps: { note: msg('Charts show when their data were read'), start: 'true' },
  show_native_filters: { note: msg('Older versions hid the filter bar with it'), start: 'true' },
  stagger_refresh: { note: msg('A refresh asks for charts one after the other'), start: 'true' },
  stagger_time: { note: msg('Milliseconds over which a refresh is spread'), start: '5000' },
  sticky_filters: { note: msg('Filter values of each person are remembered'), start: 'true' },
  timed_refresh_immune_slices: { note: msg('Charts that are not refreshed by the interval'), start: list },
}

const booleans = ['true', 'false']

/** The values that a setting may have, as JSON; empty where anything of its type goes. */
export const valuesFor = (name: string): string[] => {
  if (name === 'color_scheme') return [defaultCategorical, ...categoricalSchemes.map(({ id }) => id)].map((id) => JSON.stringify(id))
  if (name === 'filter_bar_orientation') return ['"VERTICAL"', '"HORIZONTAL"']
  const setting = Object.entries(settings).find(([key]) => key === name)?.[1]
  return setting && booleans.includes(setting.start) ? booleans : []
}
