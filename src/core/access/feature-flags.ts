/** Superset's feature flags that a setting switches. */
export const flagNames = [
  'CLIENT_CACHE',
  'CONFIRM_DASHBOARD_DIFF',
  'DASHBOARD_CROSS_FILTERS',
  'DASHBOARD_FILTERS_EXPERIMENTAL',
  'DASHBOARD_NATIVE_FILTERS',
  'DASHBOARD_RBAC',
  'DISABLE_LEGACY_DATASOURCE_EDITOR',
  'DYNAMIC_PLUGINS',
  'ENABLE_ADVANCED_DATA_TYPES',
  'ENABLE_DND_WITH_CLICK_UX',
  'ENABLE_EXPLORE_DRAG_AND_DROP',
  'GLOBAL_ASYNC_QUERIES',
  'HORIZONTAL_FILTER_BAR',
  'USE_ANALAGOUS_COLORS',
  'UX_BETA',
] as const

export type FeatureFlag = (typeof flagNames)[number]

/** What is built is on, except where Superset's own default is a choice. */
export const offByDefault: readonly string[] = [
  'CLIENT_CACHE',
  'DASHBOARD_FILTERS_EXPERIMENTAL',
  'DYNAMIC_PLUGINS',
  'GLOBAL_ASYNC_QUERIES',
  'USE_ANALAGOUS_COLORS',
] satisfies FeatureFlag[]
