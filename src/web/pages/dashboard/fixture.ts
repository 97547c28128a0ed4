import type { DashboardRecord } from './data/record.ts'
import type { Opening } from './state/store.ts'

/** The opening of a dashboard in tests. */
export const openingOf = (position: object | null, more: Partial<Opening> = {}, record: Partial<DashboardRecord> = {}): Opening => ({
  record: {
    id: 9,
    uuid: 'u',
    dashboard_title: 'Sales',
    slug: 'sales',
    description: null,
    css: null,
    published: true,
    position_json: position && JSON.stringify(position),
    json_metadata: '{}',
    certified_by: null,
    certification_details: null,
    is_managed_externally: false,
    owners: [],
    roles: [],
    changed_by: null,
    changed_on_utc: '',
    ...record,
  },
  etag: null,
  charts: [],
  chartTypes: {},
  datasets: [],
  boxFilters: [],
  masks: {},
  activeTabs: [],
  visibleLayout: null,
  urlParams: {},
  hiddenParts: { title: false, tabs: false, cardControls: false, filters: false },
  filterBar: null,
  canEdit: true,
  isEditing: true,
  ...more,
})
