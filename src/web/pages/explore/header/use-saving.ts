import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { useNavigate } from 'react-router'
import { t } from '#core/i18n/t.ts'
import { CallError, errorText } from '../../../data/call-error.ts'
import { paths } from '../../../data/paths.ts'
import { draftKey, markChanged } from '../../../data/resources.ts'
import { useSession } from '../../../data/session.ts'
import { loadCode } from '../../../lazy/load-fault.ts'
import { confirm } from '../../../ui/overlay/confirm.ts'
import { say } from '../../../ui/feedback/toast.ts'
import { createChart } from '../../../frame/data/save-chart.ts'
import { resolveDashboard, readChart, overwriteChart } from '../data/save.ts'
import type { DashboardTarget } from '../data/save.ts'
import { isInChartFrame } from '../../../window/chart-frame.ts'
import { agoText } from '../state/ago-text.ts'
import { useExplore, useExploreStore } from '../state/explore-context.ts'
import { formToSave } from '../state/store.ts'

export type SavePlan = {
  kind: 'over' | 'new'
  name: string
  target: DashboardTarget
  /** Saves the query that the chart reads as a dataset of this name first. */
  datasetName?: string
}

/** Replaces a time in a message with a relative one. */
const withRelativeTime = (text: string) => text.replace(/ at (\d{4}-\S+Z)/, (_, iso: string) => ` ${agoText(Date.parse(iso), Date.now())}`)

const chartRecord = (sliceId: number | null) =>
  queryOptions({
    queryKey: draftKey('chart', sliceId),
    enabled: sliceId !== null,
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
    queryFn: ({ signal }) => readChart(sliceId ?? 0, signal),
  })

/** The saved chart, which tells who can overwrite it. */
export const useChartRecord = () => useQuery(chartRecord(useExplore((state) => state.slice?.slice_id ?? null)))

/** Saves the chart, as a new one or over the old one, and optionally adds it to a dashboard. `put` throws, `save` shows an error message. */
export const useSaving = (onSaved: (sliceId: number) => void) => {
  const store = useExploreStore()
  const client = useQueryClient()
  const session = useSession()
  const navigate = useNavigate()
  const record = useChartRecord()
  const [busy, setBusy] = useState(false)
  const slice = useExplore((state) => state.slice)
  const owners = record.data?.chart.owners.map((owner) => owner.id) ?? slice?.owners ?? []
  const isManaged = record.data?.chart.is_managed_externally === true || slice?.is_managed_externally === true
  const canCreate = session.hasPermission('can_write', 'Chart')
  const canOverwrite = slice !== null && canCreate && !isManaged && (session.isAdmin || owners.includes(session.user.id))
  const { refetch } = record
  /** The record now: a save that waited for another one follows that one's version. */
  const readStored = useCallback(() => client.getQueryData(chartRecord(store.getState().slice?.slice_id ?? null).queryKey), [client, store])

  const write = useCallback(
    async ({ kind, name, target, datasetName }: SavePlan, etag: string | null): Promise<{ id: number; dashboard: number | null }> => {
      if (datasetName !== undefined) {
        const { saveQuery } = await loadCode(() => import('../data/save-query.ts'))
        store.getState().swapDataset(await saveQuery(store.getState().dataset, datasetName))
        await markChanged(client, { kind: 'dataset' })
      }
      const state = store.getState()
      const form = formToSave({ ...state, form: state.form() })
      const added = await resolveDashboard(target)
      const before = kind === 'over' ? (readStored()?.chart.dashboards ?? []).map(({ id }) => id) : []
      const tab = target.kind === 'dashboard' ? (target.tab ?? null) : null
      // A chart for a tab is put there with the layout, which links it, too.
      const links = added !== null && tab === null
      const dashboards = links ? [...new Set([...before, added])] : before
      const over = kind === 'over' ? state.slice?.slice_id : undefined
      const saved =
        over === undefined
          ? await createChart(name, form, dashboards)
          : { id: over, ...(await overwriteChart(over, { name, form, ...(links && { dashboards }) }, etag)) }
      if (added !== null && tab !== null) {
        const { addToDashboard } = await loadCode(() => import('../../../lists/charts/add-to-dashboard.ts'))
        await addToDashboard(added, [{ id: saved.id, slice_name: name }], tab)
      }
      const { chart } = await readChart(saved.id)
      const next = {
        ...state.slice,
        slice_id: saved.id,
        slice_name: name,
        form_data: { ...form, slice_id: saved.id },
        owners: chart.owners.map(({ id }) => id),
      }
      store.getState().markSaved(next, state, { dashboards: chart.dashboards })
      client.setQueryData(chartRecord(saved.id).queryKey, { chart, etag: saved.etag })
      await markChanged(client, { kind: 'chart', id: saved.id }, ...(added === null ? [] : [{ kind: 'dashboard', id: added } as const]))
      if (isInChartFrame()) (await import('../../../window/saved-charts.ts')).reportSavedChart(saved.id)
      return { id: saved.id, dashboard: added }
    },
    [store, client, readStored],
  )

  /** False where somebody else changed the chart meanwhile, and the person leaves it so. */
  const put = useCallback(
    (plan: SavePlan): Promise<boolean> => {
      const { kind, name } = plan
      const run = async () => {
        const saved = await write(plan, readStored()?.etag ?? null).catch(async (error: unknown) => {
          if (!(error instanceof CallError) || error.status !== 412) throw error
          const overwrite = await confirm({
            title: t('Could not save “%(name)s”', { name }),
            text: `${withRelativeTime(errorText(error))}. ${t('Overwrite their changes with yours?')}`,
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
      }
      setBusy(true)
      return run().finally(() => setBusy(false))
    },
    [write, readStored, refetch, onSaved, navigate],
  )
  /** Saves without a dialog: a message says what went wrong. */
  const save = useCallback(
    async (plan: SavePlan): Promise<void> => {
      try {
        await put(plan)
      } catch (error) {
        say(t('Could not save “%(name)s”: %(reason)s', { name: plan.name, reason: errorText(error) }), { kind: 'bad' })
      }
    },
    [put],
  )
  return { put, save, busy, canCreate, canOverwrite, isManaged, record }
}
