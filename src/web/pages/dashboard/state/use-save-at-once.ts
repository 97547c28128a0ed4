import { useQueryClient } from '@tanstack/react-query'
import { CallError } from '../../../data/call-error.ts'
import { markChanged } from '../../../data/resources.ts'
import { useSession } from '../../../data/session.ts'
import { unsavedId } from '../data/record.ts'
import type { Properties } from '../data/record.ts'
import { useDashboardStore } from './dashboard-context.ts'
import { hasChanges } from './derived.ts'

type Metadata = Properties['metadata']

type Change = {
  /** With the change. */
  metadata: Metadata
  /** What the undo step is called. */
  description: string
  /** Sends the change; returns the metadata as stored. */
  send: (id: number, headers: Record<string, string>) => Promise<{ metadata: Metadata; etag: string | null }>
}

/**
 * Saves a change of the metadata at once. Where the dashboard is being edited it becomes a step of that. Where somebody else saved first,
 * too: nothing is lost, and the conflict is asked about as for any other save. Returns whether it was saved.
 */
export const useSaveAtOnce = () => {
  const store = useDashboardStore()
  const client = useQueryClient()
  const { user } = useSession()
  return async ({ metadata, description, send }: Change): Promise<boolean> => {
    const { serverFields, isEditing, changeProperties, markMetadataSaved, saving, set } = store.getState()
    const makeStep = () => {
      changeProperties({ metadata }, description)
      return false
    }
    if (isEditing || hasChanges(store.getState()) || serverFields.id === unsavedId) return makeStep()
    try {
      const stored = await send(serverFields.id, serverFields.etag ? { 'if-match': serverFields.etag } : {})
      const changed_by = { id: user.id, first_name: user.first_name, last_name: user.last_name }
      markMetadataSaved({ etag: stored.etag, changed_by, changed_on_utc: new Date().toISOString() }, stored.metadata)
      await markChanged(client, { kind: 'dashboard', id: serverFields.id })
      return true
    } catch (error) {
      if (!(error instanceof CallError && error.status === 412)) throw error
      const { readStored } = await import('../data/read-stored.ts')
      const theirs = await readStored(serverFields.id)
      makeStep()
      set({ saving: { ...saving, conflict: theirs } })
      return false
    }
  }
}
