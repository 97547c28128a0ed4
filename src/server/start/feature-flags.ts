import { z } from 'zod'
import { flagNames, offByDefault } from '#core/access/feature-flags.ts'
import type { FeatureFlag } from '#core/access/feature-flags.ts'

type CamelCase<S extends string> = S extends `${infer First}_${infer Rest}`
  ? `${Lowercase<First>}${Capitalize<CamelCase<Rest>>}`
  : Lowercase<S>

type FlagSetting = CamelCase<FeatureFlag>

/** What each flag switches. */
const texts: Record<FeatureFlag, string> = {
  CLIENT_CACHE: 'Keep results of charts in the browser until the page is left, not only for five minutes after they were last seen',
  CONFIRM_DASHBOARD_DIFF: 'Show what differs, and ask, before a newer version of a dashboard is overwritten; off, a save overwrites it',
  DASHBOARD_CROSS_FILTERS: 'Cross-filters of dashboards',
  DASHBOARD_FILTERS_EXPERIMENTAL: 'Experimental filter types of dashboards (no effect yet: there are none)',
  DASHBOARD_NATIVE_FILTERS: 'Native filters of dashboards',
  DASHBOARD_RBAC: 'Access to dashboards by role, in their properties',
  DISABLE_LEGACY_DATASOURCE_EDITOR: 'Edit datasets in a sheet only; off, it has a button that opens the page of the dataset',
  DYNAMIC_PLUGINS: 'Load plugins of charts at the start of a page (no effect yet: there are none)',
  ENABLE_ADVANCED_DATA_TYPES: 'Ask in filters what an advanced data type (IP address, CIDR, port) makes of a value',
  ENABLE_DND_WITH_CLICK_UX: 'Add columns, metrics and filters in explore by a click, too; off, only fields of the dataset are placed',
  ENABLE_EXPLORE_DRAG_AND_DROP: 'Drag columns, metrics and filters in explore',
  GLOBAL_ASYNC_QUERIES: 'Deliver results of charts by events (no effect yet: queries are answered directly)',
  HORIZONTAL_FILTER_BAR: 'Filter bars at the top of dashboards',
  USE_ANALAGOUS_COLORS: 'Neighboring hues before colors of a scheme repeat; the properties of a dashboard take precedence',
  UX_BETA: 'Propose an aggregate for the column of a new metric, and “in” as the operator of a new filter',
}

const settingOf = <F extends FeatureFlag>(flag: F) =>
  flag.toLowerCase().replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase()) as CamelCase<F>

/** One setting per flag, named like it. */
export const flagSettings = Object.fromEntries(
  flagNames.map((flag) => [
    settingOf(flag),
    z.stringbool({ error: 'It must be true or false.' }).default(!offByDefault.includes(flag)).describe(texts[flag]),
  ]),
) as Record<FlagSetting, z.ZodDefault<z.ZodCodec<z.ZodString, z.ZodBoolean>>>

/** Flags of Superset for what is always on. */
const alwaysOn = {
  DASHBOARD_NATIVE_FILTERS_SET: true,
  DRILL_BY: true,
  DRILL_TO_DETAIL: true,
  ENABLE_TEMPLATE_PROCESSING: true,
  THUMBNAILS: true,
}

/** All flags as browsers receive them. */
export const readFeatureFlags = (config: Readonly<Record<FlagSetting, boolean>>): Record<string, boolean> => ({
  ...alwaysOn,
  ...Object.fromEntries(flagNames.map((flag) => [flag, config[settingOf(flag)]])),
})
