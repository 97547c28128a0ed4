import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { t } from '#core/i18n/t.ts'
import { ChoiceButton } from '../../../controls/choice/ChoiceButton.tsx'
import { dashboards } from '../../../data/resources.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { Dialog } from '../../../ui/overlay/Dialog.tsx'
import { Field } from '../../../ui/text/Field.tsx'
import { TextInput } from '../../../ui/text/TextInput.tsx'
import type { DashboardTarget } from '../data/save.ts'
import css from './Header.module.css'
import type { SavePlan } from './use-saving.ts'

type Props = {
  name: string
  canOverwrite: boolean
  hasSlice: boolean
  busy: boolean
  onSave: (plan: SavePlan) => void
  onClose: () => void
}

type Listed = { id: number; dashboard_title: string }

const latestDashboards = dashboards.list({
  columns: ['id', 'dashboard_title'],
  order_column: 'changed_on_delta_humanized',
  order_direction: 'desc',
  page: 0,
  page_size: 100,
})

const newPrefix = 'new:'

/** Asks for the name, whether to overwrite the chart, and for a dashboard to add it to. */
export const SaveDialog = ({ name: initialName, canOverwrite, hasSlice, busy, onSave, onClose }: Props) => {
  const [kind, setKind] = useState<SavePlan['kind']>(canOverwrite ? 'over' : 'new')
  const [name, setName] = useState(initialName)
  const [dashboard, setDashboard] = useState<number | string | null>(null)
  const [wasSubmitted, setWasSubmitted] = useState(false)
  const latest = useQuery(latestDashboards)
  const isMissing = name.trim() === ''
  const target: DashboardTarget =
    typeof dashboard === 'number'
      ? { kind: 'dashboard', id: dashboard }
      : dashboard
        ? { kind: 'new-dashboard', title: dashboard.replace(newPrefix, '') }
        : { kind: 'none' }
  const save = () => (isMissing ? setWasSubmitted(true) : onSave({ kind, name: name.trim(), target }))
  const choice = (value: SavePlan['kind'], label: string, disabled: boolean, hint?: string) => (
    <label className={css['choice']} data-disabled={disabled || undefined}>
      <input type="radio" name="save-kind" checked={kind === value} disabled={disabled} onChange={() => setKind(value)} />
      <span>
        {label}
        {hint && <small>{hint}</small>}
      </span>
    </label>
  )
  return (
    <Dialog
      open
      title={t('Save chart')}
      closeOnPress={false}
      onClose={onClose}
      footer={
        <>
          <Button kind="quiet" onClick={onClose}>
            {t('Cancel')}
          </Button>
          <Button kind="primary" busy={busy} onClick={save}>
            {t('Save')}
          </Button>
        </>
      }
    >
      <form
        className={css['saveForm']}
        onSubmit={(event) => {
          event.preventDefault()
          save()
        }}
      >
        {hasSlice && (
          <div role="radiogroup" aria-label={t('How to save')}>
            {choice(
              'over',
              t('Save (Overwrite)'),
              !canOverwrite,
              canOverwrite ? undefined : t('Only its owners can overwrite this chart.'),
            )}
            {choice('new', t('Save as new…'), false)}
          </div>
        )}
        <Field label={t('Chart name')} required error={wasSubmitted && isMissing ? t('Enter a name.') : undefined}>
          <TextInput data-autofocus onFocus={(event) => event.target.select()} value={name} maxLength={250} onValue={setName} />
        </Field>
        <Field label={t('Add to dashboard')} hint={t('Choose a dashboard, or type the name of a new one.')}>
          <DashboardChoice choices={latest.data?.result ?? []} value={dashboard} onChange={setDashboard} />
        </Field>
      </form>
    </Dialog>
  )
}

type ChoiceProps = { choices: Listed[]; value: number | string | null; onChange: (value: number | string | null) => void }

const DashboardChoice = ({ choices, value, onChange }: ChoiceProps) => (
  <ChoiceButton
    freeForm
    clearable
    label={t('Dashboard')}
    placeholder={t('None')}
    choices={[
      ...(typeof value === 'string' ? [{ value, label: t('New dashboard “%(title)s”', { title: value.replace(newPrefix, '') }) }] : []),
      ...choices.map((dashboard) => ({ value: dashboard.id, label: dashboard.dashboard_title })),
    ]}
    value={value}
    onChange={(next) =>
      onChange(
        next === null ? null : choices.some(({ id }) => id === next) ? Number(next) : `${newPrefix}${String(next).replace(newPrefix, '')}`,
      )
    }
  />
)
