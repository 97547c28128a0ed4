import { readObject } from '#core/encoding/read-object.ts'
import { withLostParts } from '#core/layout/wire/lost-parts.ts'
import type { DashboardRecord } from './record.ts'

/** The dashboard with the parts of its layout that nothing leads to at its end. The next save stores it. */
export const repairLayout = (record: DashboardRecord): DashboardRecord => ({
  ...record,
  position_json: JSON.stringify(withLostParts(readObject(record.position_json))),
})
