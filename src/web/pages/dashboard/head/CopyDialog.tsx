import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { dashboardCopy } from '#api/dashboard.ts'
import { t } from '#core/i18n/t.ts'
import { call } from '../../../data/call.ts'
import { paths } from '../../../data/paths.ts'
import { markChanged } from '../../../data/resources.ts'
import { emptyText } from '../../../forms/field-text.ts'
import { CheckField, TextField } from '../../../forms/FormField.tsx'
import { FormDialog } from '../../../forms/FormFrame.tsx'
import { useEditForm } from '../../../forms/use-edit-form.ts'
import { say } from '../../../ui/feedback/toast.ts'
import { buildSaveBody } from '../data/save-body.ts'
import { useDashboardStore, usePageColors, useProperties } from '../state/dashboard-context.ts'
import { discard } from '../state/versions.ts'

/** Saves the current state as a new dashboard, with the same charts or copies of them. */
export const CopyDialog = ({ onClose }: { onClose: () => void }) => {
  const store = useDashboardStore()
  const colors = usePageColors()
  const client = useQueryClient()
  const navigate = useNavigate()
  const { dashboard_title } = useProperties()
  const [start] = useState(() => ({ title: t('%(title)s (copy)', { title: dashboard_title }), withCharts: false }))
  const form = useEditForm({
    start,
    isNew: true,
    check: ({ title }) => (title.trim() ? [] : [{ path: 'title', text: emptyText() }]),
    place: (path) => (path === 'dashboard_title' ? 'title' : path),
    save: async ({ title, withCharts }) => {
      const { serverFields, history } = store.getState()
      const saved = buildSaveBody(
        { layout: history.present.layout, properties: { ...history.present.properties, dashboard_title: title } },
        colors.store.getState().colors,
      )
      const body = {
        dashboard_title: title.trim(),
        css: saved.css,
        json_metadata: saved.json_metadata,
        duplicate_slices: withCharts,
      }
      return (await call(dashboardCopy, { params: { idOrName: String(serverFields.id) }, body })).result.id
    },
    onSaved: (id, { withCharts }) => {
      onClose()
      say(t('This dashboard was saved successfully.'), { kind: 'good' })
      discard(store)
      void navigate(paths.dashboard(id))
      void markChanged(client, { kind: 'dashboard', id }, ...(withCharts ? [{ kind: 'chart' } as const] : []))
    },
  })
  const { topFault } = form
  return (
    <FormDialog
      form={{ ...form, topFault: topFault && t('Sorry, there was an error saving this dashboard: %s', [topFault]) }}
      id="dashboard-copy"
      title={t('Save dashboard as')}
      onClose={onClose}
    >
      <TextField form={form} name="title" label={t('Dashboard name')} required maxLength={500} />
      <CheckField form={form} name="withCharts" label={t('Copy the charts too')} />
    </FormDialog>
  )
}
