import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useController } from 'react-hook-form'
import { chartPatch } from '#api/bodies/chart.ts'
import { t } from '#core/i18n/t.ts'
import { ChoiceButton } from '../../../controls/choice/ChoiceButton.tsx'
import { dashboards } from '../../../data/resources.ts'
import { emptyText } from '../../../forms/field-text.ts'
import { FormField, TextField } from '../../../forms/FormField.tsx'
import { FormDialog } from '../../../forms/FormFrame.tsx'
import { useEditForm } from '../../../forms/use-edit-form.ts'
import type { DashboardTarget } from '../data/save.ts'
import { readAddress } from '../state/address.ts'
import css from './Header.module.css'
import type { SavePlan } from './use-saving.ts'

type Props = {
  name: string
  canOverwrite: boolean
  hasSlice: boolean
  /** False = it was not saved, as somebody else changed the chart. */
  onSave: (plan: SavePlan) => Promise<boolean>
  onClose: () => void
}

type Listed = { id: number; dashboard_title: string }

/** The id of a dashboard, `new:` with the title of one to make, or null. */
type Place = number | string | null

type Values = { kind: SavePlan['kind']; name: string; place: Place }

const latestDashboards = dashboards.list({
  columns: ['id', 'dashboard_title'],
  order_column: 'changed_on_delta_humanized',
  order_direction: 'desc',
  page: 0,
  page_size: 100,
})

const newPrefix = 'new:'

/** The dashboard from which the chart was opened or is being created. */
const addressedDashboard = () => readAddress(location.pathname, new URLSearchParams(location.search)).dashboardId

const titleOf = (place: string) => place.replace(newPrefix, '')

const targetOf = (place: Place): DashboardTarget => {
  if (typeof place === 'number') return { kind: 'dashboard', id: place }
  return place ? { kind: 'new-dashboard', title: titleOf(place) } : { kind: 'none' }
}

const fieldOf: Record<string, keyof Values> = { slice_name: 'name', dashboards: 'place', dashboard_title: 'place' }

/** Asks for the name, whether to overwrite the chart, and for a dashboard to add it to. */
export const SaveDialog = ({ name, canOverwrite, hasSlice, onSave, onClose }: Props) => {
  const latest = useQuery(latestDashboards)
  const [start] = useState((): Values => ({ kind: canOverwrite ? 'over' : 'new', name, place: addressedDashboard() }))
  const form = useEditForm({
    start,
    isNew: true,
    body: { of: (values) => ({ slice_name: values.name.trim() }), schema: chartPatch },
    check: (values) => (values.name.trim() ? [] : [{ path: 'name', text: emptyText() }]),
    place: (path) => fieldOf[path] ?? path,
    save: ({ kind, name: typed, place }) => onSave({ kind, name: typed.trim(), target: targetOf(place) }),
    onSaved: onClose,
  })
  const kind = useController({ control: form.control, name: 'kind' }).field
  const choice = (value: SavePlan['kind'], label: string, hint?: string) => {
    const isDisabled = value === 'over' && !canOverwrite
    return (
      <label className={css['choice']} data-disabled={isDisabled || undefined}>
        <input type="radio" name="save-kind" checked={kind.value === value} disabled={isDisabled} onChange={() => kind.onChange(value)} />
        <span>
          {label}
          {hint && <small>{hint}</small>}
        </span>
      </label>
    )
  }
  return (
    <FormDialog form={form} id="save-chart" title={t('Save chart')} onClose={onClose}>
      {hasSlice && (
        <div role="radiogroup" aria-label={t('How to save')}>
          {choice('over', t('Save (Overwrite)'), canOverwrite ? undefined : t('Only its owners can overwrite this chart.'))}
          {choice('new', t('Save as new…'))}
        </div>
      )}
      <TextField
        form={form}
        name="name"
        label={t('Chart name')}
        required
        maxLength={250}
        data-autofocus
        onFocus={(event) => event.target.select()}
      />
      <FormField form={form} name="place" label={t('Add to dashboard')} hint={t('Choose a dashboard, or type the name of a new one.')}>
        {({ value, onValue }) => <DashboardChoice choices={latest.data?.result ?? []} value={value} onChange={onValue} />}
      </FormField>
    </FormDialog>
  )
}

type ChoiceProps = { choices: Listed[]; value: Place; onChange: (value: Place) => void; 'aria-invalid'?: boolean }

const DashboardChoice = ({ choices, value, onChange, 'aria-invalid': isInvalid = false }: ChoiceProps) => (
  <ChoiceButton
    freeForm
    clearable
    invalid={isInvalid}
    label={t('Dashboard')}
    placeholder={t('None')}
    choices={[
      ...(typeof value === 'string' ? [{ value, label: t('New dashboard “%(title)s”', { title: titleOf(value) }) }] : []),
      ...choices.map((dashboard) => ({ value: dashboard.id, label: dashboard.dashboard_title })),
    ]}
    value={value}
    onChange={(next) =>
      onChange(next === null ? null : choices.some(({ id }) => id === next) ? Number(next) : `${newPrefix}${titleOf(String(next))}`)
    }
  />
)
