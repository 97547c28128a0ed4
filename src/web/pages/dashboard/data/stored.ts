import { dashboardCharts, dashboardDatasets, dashboardGet } from '#api/dashboard.ts'
import { readObject } from '#core/encoding/read-object.ts'
import { dashboardColumns } from '#core/layout/wire/columns.ts'
import { asList, asRecord } from '#core/query/read.ts'
import { call, callRecord } from '../../../data/call.ts'
import type { CardChart, DashboardRecord, DatasetRecord } from './record.ts'

/** A dashboard as the server has it. */
export type Stored = { record: DashboardRecord; etag: string | null; charts: CardChart[]; datasets: DatasetRecord[] }

export type Options = { signal?: AbortSignal | undefined }

export const readDashboard = async (idOrName: string, options: Options): Promise<Pick<Stored, 'record' | 'etag'>> => {
  const { data, etag } = await callRecord(dashboardGet, { params: { idOrName }, columns: dashboardColumns }, options)
  return { record: data.result, etag }
}

export const readCharts = async (idOrName: string, options: Options): Promise<CardChart[]> =>
  (await call(dashboardCharts, { params: { idOrName } }, options)).result

export const readDatasets = async (idOrName: string, options: Options): Promise<DatasetRecord[]> =>
  (await call(dashboardDatasets, { params: { idOrName } }, options)).result

/** Whether a layout names components without a place in it. */
const needsRepair = ({ record }: Pick<Stored, 'record'>): boolean => {
  const position = Object.entries(readObject(record.position_json))
  const named = new Set(position.flatMap(([, item]) => asList(asRecord(item)['children'])))
  return position.some(([id]) => id.includes('-') && !named.has(id))
}

export const repaired = async <T extends Pick<Stored, 'record'>>(opened: T): Promise<T> =>
  needsRepair(opened) ? { ...opened, record: (await import('./repair.ts')).repairLayout(opened.record) } : opened
