import { useEffect } from 'react'
import { clientLog } from '#api/log.ts'
import { callRaw } from '../call.ts'
import { useSession } from '../session.ts'

/** Logs that a saved chart or dashboard was opened, once per id, for those whose visits are logged. Home shows it under "Continue". */
export const useRecordVisit = (kind: 'chart' | 'dashboard', id: number | null | undefined) => {
  const isLogged = useSession().hasPermission('can_log', 'Superset')
  useEffect(() => {
    if (!id || !isLogged) return
    const event = kind === 'chart' ? { event_name: 'mount_explorer', slice_id: id } : { event_name: 'mount_dashboard', dashboard_id: id }
    void callRaw(clientLog, { body: new URLSearchParams({ events: JSON.stringify([event]) }) }).catch(() => undefined)
  }, [kind, id, isLogged])
}
