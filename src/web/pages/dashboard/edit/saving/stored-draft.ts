import type { DashboardDraft } from '#api/dashboard-editing.ts'
import { readObject } from '#core/encoding/read-object.ts'
import { readLayout } from '#core/layout/wire/read.ts'
import { writeLayout } from '#core/layout/wire/write.ts'
import type { Draft } from '../../state/draft.ts'

type StoredVersion = DashboardDraft['draft']

/** A draft as the server keeps it. */
export const writeVersion = ({ layout, properties }: Draft): StoredVersion => {
  const { metadata, ...fields } = properties
  return { ...fields, json_metadata: JSON.stringify(metadata), position_json: JSON.stringify(writeLayout(layout, fields.dashboard_title)) }
}

export const readVersion = ({ json_metadata, position_json, theme = null, ...fields }: StoredVersion): Draft => ({
  layout: readLayout(readObject(position_json)),
  properties: { ...fields, theme, metadata: readObject(json_metadata) },
})
