import { useEffect } from 'react'
import { clientLog } from '#api/log.ts'
import { callRaw } from './call.ts'

/** Tells the server that a saved chart or dashboard was opened, once per id: home shows it under "Continue". */
export const useVisit = (kind: 'chart' | 'dashboard', id: number | null | undefined) => {
  useEffect(() => {
    if (!id) return
    const event = kind === 'chart' ? { event_name: 'mount_explorer', slice_id: id } : { event_name: 'mount_dashboard', dashboard_id: id }
    void callRaw(clientLog, { body: new URLSearchParams({ events: JSON.stringify([event]) }) }).catch(() => undefined)
  }, [kind, id])
}
