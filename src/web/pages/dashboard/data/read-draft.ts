import { readObject } from '#core/encoding/read-object.ts'
import { withCharts } from '#core/layout/change/with-charts.ts'
import { readLayout } from '#core/layout/wire/read.ts'
import type { Draft } from '../state/draft.ts'
import { readProperties, type CardChart, type DashboardRecord } from './record.ts'

/** What can be edited of a stored dashboard. */
export const readDraft = (record: DashboardRecord, charts: readonly Pick<CardChart, 'id' | 'slice_name'>[]): Draft => ({
  layout: withCharts(readLayout(readObject(record.position_json)), charts),
  properties: readProperties(record),
})
