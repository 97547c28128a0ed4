import type { Loaded } from './load.ts'
import { noBoxFilters } from './box-filters.ts'
import { unsavedId } from './record.ts'

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
    theme: null,
    changed_by: null,
    changed_on_utc: '',
  },
  etag: null,
  charts: [],
  chartTypes: {},
  datasets: [],
  boxFilters: noBoxFilters,
  masks: {},
  activeTabs: [],
  lacksMasks: false,
  visibleLayout: null,
  coloring: { labelColors: {} },
})
