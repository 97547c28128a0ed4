import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { useNavigate } from 'react-router'
import { t } from '#core/i18n/t.ts'
import { CallError, errorText } from '../../../data/call-error.ts'
import { paths } from '../../../data/paths.ts'
import { draftKey, markChanged } from '../../../data/resources.ts'
import { useSession } from '../../../data/session.ts'
import { confirm } from '../../../ui/overlay/confirm.ts'
import { say } from '../../../ui/feedback/toast.ts'
import { dashboardFor, readChart, saveNew, saveOver } from '../data/save.ts'
import type { Where } from '../data/save.ts'
import { agoText } from '../state/ago-text.ts'
import { useExplore, useExploreStore } from '../state/explore-context.ts'
import { formToSave } from '../state/store.ts'

export type SavePlan = { kind: 'over' | 'new'; name: string; where: Where }

/** A time in a message, said as how long ago it was. */
const withAgo = (text: string) => text.replace(/ at (\d{4}-\S+Z)/, (_, iso: string) => ` ${agoText(Date.parse(iso), Date.now())}`)

/** The saved chart's own record, with who may write over it. */
export const useChartRecord = () => {
  const sliceId = useExplore((state) => state.slice?.slice_id ?? null)
  return useQuery({
    queryKey: draftKey('chart', sliceId),
    enabled: sliceId !== null,
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
    queryFn: ({ signal }) => readChart(sliceId ?? 0, signal),
  })
}

/** Saving over, saving as new, onto a dashboard or not. What was typed stays when it fails. */
export const useSaving = (onSaved: (sliceId: number) => void) => {
  const store = useExploreStore()
  const client = useQueryClient()
  const session = useSession()
  const navigate = useNavigate()
  const record = useChartRecord()
  const [busy, setBusy] = useState(false)
  const slice = useExplore((state) => state.slice)
  const owners = record.data?.chart.owners.map((owner) => owner.id) ?? slice?.owners ?? []
  const managed = record.data?.chart.is_managed_externally === true || slice?.is_managed_externally === true
  const mayAdd = session.hasPermission('can_write', 'Chart')
  const mayOverwrite = slice !== null && mayAdd && !managed && (session.isAdmin || owners.includes(session.user.id))
  const { data: held, refetch } = record

  const write = useCallback(
    async ({ kind, name, where }: SavePlan, etag: string | null): Promise<{ id: number; dashboard: number | null }> => {
      const state = store.getState()
      const form = formToSave({ slice: state.slice, form: state.form() })
      const added = await dashboardFor(where)
      const before = kind === 'over' ? (held?.chart.dashboards ?? []).map(({ id }) => id) : []
      const dashboards = added === null ? before : [...new Set([...before, added])]
      const over = kind === 'over' ? state.slice?.slice_id : undefined
      const saved =
        over === undefined
          ? await saveNew(name, form, dashboards)
          : { id: over, ...(await saveOver(over, { name, form, ...(added !== null && { dashboards }) }, etag)) }
      const { chart } = await readChart(saved.id)
      const next = {
        ...state.slice,
        slice_id: saved.id,
        slice_name: name,
        form_data: { ...form, slice_id: saved.id },
        owners: chart.owners.map(({ id }) => id),
      }
      store.getState().wasSaved(next, { dashboards: chart.dashboards })
      client.setQueryData(draftKey('chart', saved.id), { chart, etag: saved.etag })
      await markChanged(client, { kind: 'chart', id: saved.id }, ...(added === null ? [] : [{ kind: 'dashboard', id: added } as const]))
      return { id: saved.id, dashboard: added }
    },
    [store, client, held],
  )

  const save = useCallback(
    async (plan: SavePlan): Promise<boolean> => {
      const { kind, name } = plan
      setBusy(true)
      try {
        const saved = await write(plan, held?.etag ?? null).catch(async (error: unknown) => {
          if (!(error instanceof CallError) || error.status !== 412) throw error
          const overwrite = await confirm({
            title: t('Could not save “%(name)s”', { name }),
            text: `${withAgo(errorText(error))}. ${t('Overwrite their changes with yours?')}`,
            action: t('Overwrite'),
            danger: true,
          })
          return overwrite ? write(plan, (await refetch()).data?.etag ?? null) : null
        })
        if (saved === null) return false
        const { id, dashboard } = saved
        const open = dashboard !== null && { action: { label: t('Open dashboard'), run: () => void navigate(paths.dashboard(dashboard)) } }
        say(kind === 'over' ? t('Saved “%(name)s”', { name }) : t('Saved “%(name)s” as a new chart', { name }), { kind: 'good', ...open })
        onSaved(id)
        return true
      } catch (error) {
        say(t('Could not save “%(name)s”: %(reason)s', { name, reason: errorText(error) }), { kind: 'bad' })
        return false
      } finally {
        setBusy(false)
      }
    },
    [write, held, refetch, onSaved, navigate],
  )
  return { save, busy, mayAdd, mayOverwrite, managed, record }
}
