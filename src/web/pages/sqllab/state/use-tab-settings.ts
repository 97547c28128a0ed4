import { useState } from 'react'
import type { TabState } from '#api/sqllab.ts'
import { useSession } from '../../../data/session.ts'
import { createAutosave, type SaveState } from './autosave.ts'
import type { LabDatabase } from './databases.ts'
import type { TabPatch } from './tab-form.ts'
import { tabSender } from './tab-sender.ts'

const defaultLimit = 1000

/** What a tab is set to, beside its text. */
export type TabSettings = {
  databaseId: number | null
  /** Null is the one of the connection. */
  catalog: string | null
  schema: string | null
  limit: number
  /** Template parameters, as JSON. */
  templateParams: string | null
  /** The saved query that it was opened from. */
  savedQueryId: number | null
  /** The version of the saved query that the text is based on. */
  savedQueryVersion: string | null
}

const patchOf = ({
  databaseId,
  catalog,
  schema,
  limit,
  templateParams,
  savedQueryId,
  savedQueryVersion,
}: Partial<TabSettings>): TabPatch => ({
  ...(databaseId !== undefined && { database_id: databaseId }),
  ...(catalog !== undefined && { catalog }),
  ...(schema !== undefined && { schema }),
  ...(limit !== undefined && { query_limit: limit }),
  ...(templateParams !== undefined && { template_params: templateParams }),
  ...(savedQueryId !== undefined && { saved_query_id: savedQueryId }),
  ...(savedQueryVersion !== undefined && { extra_json: { saved_query_version: savedQueryVersion } }),
})

/** The settings of a tab; each change is kept by the server. */
export const useTabSettings = (tab: TabState, databases: readonly LabDatabase[]) => {
  const { limits } = useSession()
  const version = tab.extra_json['saved_query_version']
  const [settings, setSettings] = useState<TabSettings>({
    databaseId: tab.database_id ?? (databases.length === 1 ? (databases[0]?.id ?? null) : null),
    catalog: tab.catalog,
    schema: tab.schema,
    limit: tab.query_limit ?? Math.min(defaultLimit, limits.sql_max_row),
    templateParams: tab.template_params,
    savedQueryId: tab.saved_query?.id ?? null,
    savedQueryVersion: typeof version === 'string' ? version : null,
  })
  const [saveState, setSaveState] = useState<SaveState>('saved')
  const [autosave] = useState(() => createAutosave<TabPatch>(tabSender(tab.id), setSaveState))
  const change = (patch: Partial<TabSettings>) => {
    setSettings((before) => ({ ...before, ...patch }))
    autosave.change(patchOf(patch))
  }
  return { settings, change, autosave, saveState }
}
