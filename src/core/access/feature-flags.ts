/** Superset's feature flags that a setting switches, with their defaults: what is built is on, except where Superset's own default is a choice. */
export const featureFlags = {
  CLIENT_CACHE: false,
  CONFIRM_DASHBOARD_DIFF: true,
  DASHBOARD_CROSS_FILTERS: true,
  DASHBOARD_FILTERS_EXPERIMENTAL: false,
  DASHBOARD_NATIVE_FILTERS: true,
  DASHBOARD_RBAC: true,
  DISABLE_LEGACY_DATASOURCE_EDITOR: true,
  DYNAMIC_PLUGINS: false,
  ENABLE_ADVANCED_DATA_TYPES: true,
  ENABLE_DND_WITH_CLICK_UX: true,
  ENABLE_EXPLORE_DRAG_AND_DROP: true,
  GLOBAL_ASYNC_QUERIES: false,
  HORIZONTAL_FILTER_BAR: true,
  USE_ANALAGOUS_COLORS: false,
  UX_BETA: true,
}

export type FeatureFlag = keyof typeof featureFlags
