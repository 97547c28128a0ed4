import type { Loaded } from './load.ts'

/** The id of a dashboard that is not yet saved. */
export const unsavedId = 0

/** The initial data of a new dashboard. */
export const newDashboard = (): Loaded => ({
  record: {
    id: unsavedId,
    uuid: '',
    dashboard_title: '',
    slug: null,
    description: null,
    css: null,
    published: false,
    position_json: null,
    json_metadata: null,
    certified_by: null,
    certification_details: null,
    is_managed_externally: false,
    owners: [],
    roles: [],
    changed_by: null,
    changed_on_utc: '',
  },
  etag: null,
  charts: [],
  chartTypes: {},
  datasets: [],
  boxFilters: [],
  masks: {},
  activeTabs: [],
  visibleLayout: null,
  coloring: { labelColors: {} },
})
