import type { ChartOnDashboard, dashboardGet } from '#api/dashboard.ts'
import type { RowOf } from '#api/declare/route.ts'
import type { DatasetFacts } from '#charts/control.ts'
import { fullName } from '#core/format/full-name.ts'
import type { dashboardColumns } from '#core/layout/wire/columns.ts'
import { readObject } from '#core/encoding/read-object.ts'

/** The id of a dashboard that is not yet saved. */
export const unsavedId = 0

/** A dashboard as returned by its resource. */
export type DashboardRecord = RowOf<typeof dashboardGet, (typeof dashboardColumns)[number]>

/** The fields of a chart that a card uses. */
export type CardChart = Pick<ChartOnDashboard, 'id' | 'slice_name' | 'description' | 'certified_by' | 'certification_details' | 'form_data'>

/** A dataset of the dashboard's charts; `uid` is the `datasource` of forms. */
export type DatasetRecord = DatasetFacts & {
  uid: string
  datasource_name: string
  database?: { [ability: string]: unknown }
  /** Empty where the viewer may read it only through the dashboard. */
  select_star?: string | null
}

/** Whether the viewer may read a dataset only through the dashboard, and may not make charts of it. */
export const isLent = (dataset: Pick<DatasetRecord, 'select_star'> | null | undefined): boolean => dataset?.select_star === ''

/** The editable properties of a dashboard besides its layout, with wire names. */
export type Properties = {
  dashboard_title: string
  slug: string
  description: string
  css: string
  certified_by: string
  certification_details: string
  owners: { id: number; name: string }[]
  /** Who may open it beside its owners; none means everyone who may read its data. */
  roles: { id: number; name: string }[]
  /** Whose tokens its content has, in place of those of the installation. */
  theme: { id: number; name: string; json_data: string } | null
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
    owners: record.owners.map((owner) => ({ id: owner.id, name: fullName(owner) })),
    roles: record.roles.map(({ id, name }) => ({ id, name })),
    theme: record.theme ? { id: record.theme.id, name: record.theme.theme_name, json_data: record.theme.json_data } : null,
    metadata,
  }
}
