import { paths } from '../../../data/paths.ts'
import type { Loaded } from './load.ts'

/** Instead of an id, for a dashboard that is not stored yet. */
export const notStored = 0

/** What the page of a new dashboard begins with. */
export const newDashboard = (): Loaded => ({
  record: {
    id: notStored,
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
    changed_by: null,
    changed_on_utc: '',
  },
  etag: null,
  charts: [],
  chartTypes: {},
  datasets: [],
  masks: {},
  activeTabs: [],
})

/** Where a chart for a dashboard is made; for one that is not stored yet, a chart alone. */
export const newChartPath = (dashboardId: number): string =>
  dashboardId === notStored ? paths.newChart : `${paths.newChart}?dashboard_id=${dashboardId}`
