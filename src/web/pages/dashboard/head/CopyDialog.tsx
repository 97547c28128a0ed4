import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { dashboardCopy } from '#api/dashboard.ts'
import { t } from '#core/i18n/t.ts'
import { call } from '../../../data/call.ts'
import { textOf } from '../../../data/call-error.ts'
import { paths } from '../../../data/paths.ts'
import { markChanged } from '../../../data/resources.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { Checkbox } from '../../../ui/choice/Checkbox.tsx'
import { Dialog } from '../../../ui/overlay/Dialog.tsx'
import { Field } from '../../../ui/text/Field.tsx'
import { TextInput } from '../../../ui/text/TextInput.tsx'
import { say } from '../../../ui/feedback/toast.ts'
import { saveBody } from '../data/save-body.ts'
import { useDashboardStore, usePageColors, useProperties } from '../state/dashboard-context.ts'
import css from './PropertiesSheet.module.css'

/** A new dashboard as this one stands now, with the same charts or with copies of them. */
export const CopyDialog = ({ onClose }: { onClose: () => void }) => {
  const store = useDashboardStore()
  const colors = usePageColors()
  const client = useQueryClient()
  const navigate = useNavigate()
  const { dashboard_title } = useProperties()
  const [title, setTitle] = useState(() => t('%(title)s (copy)', { title: dashboard_title }))
  const [withCharts, setWithCharts] = useState(false)
  const copy = useMutation({
    mutationFn: async () => {
      const { kept, history } = store.getState()
      const saved = saveBody(
        { layout: history.present.layout, properties: { ...history.present.properties, dashboard_title: title } },
        colors.store.getState().colors,
      )
      const body = {
        dashboard_title: title.trim(),
        css: saved.css,
        json_metadata: saved.json_metadata,
        duplicate_slices: withCharts,
      }
      return (await call(dashboardCopy, { params: { idOrName: String(kept.id) }, body })).result.id
    },
    onSuccess: (id) => {
      onClose()
      say(t('This dashboard was saved successfully.'), { kind: 'good' })
      store.getState().discard()
      void navigate(paths.dashboard(id))
      void markChanged(client, { kind: 'dashboard', id }, ...(withCharts ? [{ kind: 'chart' } as const] : []))
    },
  })
  return (
    <Dialog
      open
      title={t('Save dashboard as')}
      onClose={onClose}
      closeOnPress={false}
      footer={
        <>
          <Button kind="quiet" onClick={onClose}>
            {t('Cancel')}
          </Button>
          <Button kind="primary" busy={copy.isPending} disabled={!title.trim()} onClick={() => copy.mutate()}>
            {t('Save')}
          </Button>
        </>
      }
    >
      <div className={css['form']}>
        <Field
          label={t('Dashboard name')}
          error={copy.error ? t('Sorry, there was an error saving this dashboard: %s', [textOf(copy.error)]) : undefined}
        >
          <TextInput value={title} maxLength={500} onValue={setTitle} />
        </Field>
        <Checkbox checked={withCharts} onChange={setWithCharts} label={t('Copy the charts too')}>
          {t('Copy the charts too')}
        </Checkbox>
      </div>
    </Dialog>
  )
}
