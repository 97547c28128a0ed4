/** Superset's feature flags for what is built in. */
export const featureFlags: Readonly<Record<string, boolean>> = {
  DASHBOARD_CROSS_FILTERS: true,
  DASHBOARD_NATIVE_FILTERS: true,
  DASHBOARD_NATIVE_FILTERS_SET: true,
  DASHBOARD_RBAC: true,
  DRILL_BY: true,
  DRILL_TO_DETAIL: true,
  ENABLE_TEMPLATE_PROCESSING: true,
  HORIZONTAL_FILTER_BAR: true,
  THUMBNAILS: true,
}
