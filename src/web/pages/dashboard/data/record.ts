import type { ChartOnDashboard, dashboardGet } from '#api/dashboard.ts'
import type { RowOf } from '#api/declare/route.ts'
import type { DatasetFacts } from '#charts/control.ts'
import { readObject } from '#core/encoding/read-object.ts'

export const dashboardColumns = [
  'id',
  'uuid',
  'dashboard_title',
  'slug',
  'description',
  'css',
  'published',
  'position_json',
  'json_metadata',
  'certified_by',
  'certification_details',
  'is_managed_externally',
  'owners.id',
  'owners.first_name',
  'owners.last_name',
  'roles.id',
  'roles.name',
  'changed_by.id',
  'changed_by.first_name',
  'changed_by.last_name',
  'changed_on_utc',
] as const

/** A dashboard as returned by its resource. */
export type DashboardRecord = RowOf<typeof dashboardGet, (typeof dashboardColumns)[number]>

/** The fields of a chart that a card uses. */
export type CardChart = Pick<ChartOnDashboard, 'id' | 'slice_name' | 'description' | 'certified_by' | 'certification_details' | 'form_data'>

/** A dataset of the dashboard's charts; `uid` is the `datasource` of forms. */
export type DatasetRecord = DatasetFacts & {
  uid: string
  datasource_name: string
  database?: { [ability: string]: unknown }
}

/** The editable properties of a dashboard besides its layout, with wire names. */
export type Properties = {
  dashboard_title: string
  slug: string
  description: string
  css: string
  certified_by: string
  certification_details: string
  owners: { id: number; name: string }[]
  /** Who may open it beside its owners; none means whoever may read its data. */
  roles: { id: number; name: string }[]
  /** `json_metadata`, without the layout. */
  metadata: Readonly<Record<string, unknown>>
}

export const untitled = '[ untitled dashboard ]'

export const readProperties = (record: DashboardRecord): Properties => {
  const { positions: _positions, ...metadata } = readObject(record.json_metadata)
  return {
    dashboard_title: record.dashboard_title ?? '',
    slug: record.slug ?? '',
    description: record.description ?? '',
    css: record.css ?? '',
    certified_by: record.certified_by ?? '',
    certification_details: record.certification_details ?? '',
    owners: record.owners.map(({ id, first_name, last_name }) => ({ id, name: `${first_name} ${last_name}`.trim() })),
    roles: record.roles.map(({ id, name }) => ({ id, name })),
    metadata,
  }
}
