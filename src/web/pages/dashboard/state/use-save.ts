import { useQueryClient } from '@tanstack/react-query'
import { create } from 'zustand'
import { useNavigate } from 'react-router'
import { dashboardUpdate } from '#api/dashboard.ts'
import { t } from '#core/i18n/t.ts'
import { callRaw } from '../../../data/call.ts'
import { CallError, textOf } from '../../../data/call-error.ts'
import { paths } from '../../../data/paths.ts'
import { useSession } from '../../../data/session.ts'
import { say } from '../../../ui/toast.ts'
import { readDashboard } from '../data/load.ts'
import type { DashboardRecord } from '../data/record.ts'
import { saveBody } from '../data/save-body.ts'
import { useDashboardStore, usePageColors } from './dashboard-context.ts'

/** Where a save stands: under way, or refused because somebody else saved first. */
export const useSaving = create<{ busy: boolean; conflict: { record: DashboardRecord; etag: string | null } | null }>(() => ({
  busy: false,
  conflict: null,
}))

/** Saves the draft. Somebody else's newer version is never overwritten unasked; what is edited stays whatever happens. */
export const useSave = () => {
  const store = useDashboardStore()
  const colors = usePageColors()
  const client = useQueryClient()
  const navigate = useNavigate()
  const { user } = useSession()

  const send = async (etag: string | null) => {
    const { kept, history } = store.getState()
    const body = saveBody(history.present, colors.store.getState().colors)
    const response = await callRaw(dashboardUpdate, { params: { pk: kept.id }, body }, { headers: etag ? { 'if-match': etag } : {} })
    const { result } = (await response.json()) as { result: { slug?: string | null } }
    const slug = result.slug ?? ''
    store.getState().saved(
      {
        etag: response.headers.get('etag'),
        changed_by: { id: user.id, first_name: user.first_name, last_name: user.last_name },
        changed_on_utc: new Date().toISOString(),
      },
      { dashboard_title: body.dashboard_title, slug },
    )
    say(t('This dashboard was saved successfully.'), { kind: 'good' })
    void navigate(paths.dashboard(slug || kept.id), { replace: true, state: 'own' })
    await Promise.all([['dashboard', 'list'], ['dashboard look'], ['home']].map((queryKey) => client.invalidateQueries({ queryKey })))
  }

  const save = async (over?: { etag: string | null }) => {
    if (useSaving.getState().busy) return
    useSaving.setState({ busy: true, conflict: null })
    try {
      await send(over ? over.etag : store.getState().kept.etag)
    } catch (error) {
      await explain(error)
    } finally {
      useSaving.setState({ busy: false })
    }
  }

  const explain = async (error: unknown) => {
    const status = error instanceof CallError ? error.status : null
    if (status === 412) {
      const theirs = await readDashboard(String(store.getState().kept.id), {}).catch(() => null)
      if (theirs) return useSaving.setState({ conflict: theirs })
    }
    if (status === 403) say(t('You do not have permission to edit this dashboard'), { kind: 'bad' })
    else if (textOf(error)) say(t('Sorry, there was an error saving this dashboard: %s', [textOf(error)]), { kind: 'bad' })
    else say(t('Sorry, an unknown error occurred'), { kind: 'bad' })
  }

  return { save: () => save(), overwrite: (etag: string | null) => save({ etag }) }
}
