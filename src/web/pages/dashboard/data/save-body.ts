import { drawnColors, schemeDomain } from '#core/color/dashboard-colors.ts'
import type { LabelColors } from '#core/color/label-colors.ts'
import { isFilter, readFilters } from '#core/filters/native-filter.ts'
import { repairedScope, tabsInScope } from '#core/filters/scope/scope-change.ts'
import { chartsInScope } from '#core/filters/scope/scope.ts'
import { writeCrossFilters } from '#core/filters/write-cross-filters.ts'
import type { Layout } from '#core/layout/component.ts'
import { chartsIn } from '#core/layout/tree.ts'
import { writeLayout } from '#core/layout/wire/write.ts'
import { asList, asRecord } from '#core/query/read.ts'
import type { Draft } from '../state/draft.ts'
import { untitled, type Properties } from './record.ts'
import { repairSettings } from './repair-settings.ts'

/** Defaults of json_metadata, which every save writes. */
export const metadataDefaults = {
  color_scheme: '',
  cross_filters_enabled: true,
  expanded_slices: {},
  label_colors: {},
  refresh_frequency: 0,
  shared_label_colors: [],
  timed_refresh_immune_slices: [],
}

/** Writes the filters with the charts and tabs that are currently in their scopes, and scopes without what is gone. Entries that are no filters go. */
const writeFilters = (layout: Layout, configuration: unknown) => {
  const read = new Map(readFilters(configuration).map((item) => [item.id, item]))
  const entries = asList<unknown>(configuration).filter((entry) => typeof entry === 'object' && entry !== null)
  return entries.map((entry) => {
    const item = read.get(String(asRecord(entry)['id']))
    if (!item || !isFilter(item)) return entry
    const charts = chartsInScope(layout, item.scope)
    const scope = repairedScope(layout, item.scope)
    const isRepaired = scope.rootPath.length < item.scope.rootPath.length || scope.excluded.length < item.scope.excluded.length
    return { ...asRecord(entry), ...(isRepaired && { scope }), chartsInScope: charts, tabsInScope: tabsInScope(layout, charts) }
  })
}

/** Settings by chart, limited to charts that are on the dashboard. */
const keptOf = (layout: Layout, metadata: Properties['metadata']) => {
  const charts = new Set(chartsIn(layout))
  return {
    timed_refresh_immune_slices: asList(metadata['timed_refresh_immune_slices']).filter((id) => charts.has(Number(id))),
    expanded_slices: Object.fromEntries(Object.entries(asRecord(metadata['expanded_slices'])).filter(([id]) => charts.has(Number(id)))),
  }
}

type SaveOptions = { /** Roles are only sent where access by roles is enabled. */ hasRoles?: boolean }

/** The body of PUT /api/v1/dashboard/{id} with everything that can be edited. */
export const buildSaveBody = ({ layout, properties }: Draft, labelColors: LabelColors = {}, { hasRoles = false }: SaveOptions = {}) => {
  const { owners, roles, theme, metadata, certified_by, certification_details, slug, css, description } = properties
  const title = properties.dashboard_title.trim() || untitled
  const { show_native_filters: _gone, ...settings } = metadata
  const kept = repairSettings(settings)
  return {
    dashboard_title: title,
    slug: slug.trim() || null,
    description: description.trim() || null,
    css,
    certified_by: certified_by.trim(),
    certification_details: certified_by.trim() ? certification_details.trim() : '',
    owners: owners.map(({ id }) => id),
    theme_id: theme?.id ?? null,
    ...(hasRoles && { roles: roles.map(({ id }) => id) }),
    json_metadata: JSON.stringify({
      ...metadataDefaults,
      ...kept,
      ...keptOf(layout, kept),
      color_scheme_domain: schemeDomain(kept),
      map_label_colors: drawnColors(labelColors),
      ...writeCrossFilters(layout, kept),
      ...(kept['native_filter_configuration'] !== undefined && {
        native_filter_configuration: writeFilters(layout, kept['native_filter_configuration']),
      }),
      positions: writeLayout(layout, title),
    }),
  }
}
