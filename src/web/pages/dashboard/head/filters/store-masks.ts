import { filterStateCreate, filterStateUpdate } from '#api/dashboard-links.ts'
import type { DataMasks } from '#core/filters/data-mask.ts'
import { writeMasks } from '#core/filters/wire.ts'
import { call } from '../../../../data/call.ts'
import { tabId } from '../../../../data/changes/tab-id.ts'
import { replaceOrCreate } from '../../../../data/replace-or-create.ts'

/** Stores the masks of a dashboard under their key, or under a new one; returns the key. */
export const storeMasks = (dashboardId: number, key: string | null, masks: DataMasks): Promise<string> => {
  const sent = { query: { tab_id: tabId() }, body: { value: writeMasks(masks) } }
  return replaceOrCreate(key, {
    replace: (known) => call(filterStateUpdate, { params: { pk: dashboardId, key: known }, ...sent }),
    create: () => call(filterStateCreate, { params: { pk: dashboardId }, ...sent }),
  })
}
