import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { dashboardEditorsPut, type Editor } from '#api/dashboard-editing.ts'
import { call } from '../../../data/call.ts'
import { tabId } from '../../../data/changes/tab-id.ts'
import { unsavedId } from '../data/record.ts'
import { useDashboard } from '../state/dashboard-context.ts'

/** How often the page says that it is being edited. */
const sayEveryMs = 15_000

const say = (id: number, is_editing: boolean, signal?: AbortSignal) =>
  call(dashboardEditorsPut, { params: { pk: id }, body: { tab_id: String(tabId()), is_editing } }, { signal })

/** Who else is editing this dashboard; says that this tab is. */
export const useEditors = (): Editor[] => {
  const id = useDashboard((state) => state.serverFields.id)
  const isStored = id !== unsavedId
  const { data } = useQuery({
    queryKey: ['editors of dashboard', id],
    queryFn: async ({ signal }) => (await say(id, true, signal)).result,
    enabled: isStored,
    refetchInterval: sayEveryMs,
    refetchOnWindowFocus: 'always',
    retry: false,
    gcTime: 0,
  })
  useEffect(() => {
    if (!isStored) return
    const leave = () => void say(id, false).catch(() => undefined)
    window.addEventListener('pagehide', leave)
    return () => {
      window.removeEventListener('pagehide', leave)
      leave()
    }
  }, [id, isStored])
  return data ?? []
}
