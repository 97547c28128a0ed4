import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useController } from 'react-hook-form'
import { chartPatch } from '#api/bodies/chart.ts'
import { dashboardTabs } from '#api/dashboard.ts'
import { t } from '#core/i18n/t.ts'
import { ChoiceButton } from '../../../controls/choice/ChoiceButton.tsx'
import { asList, asRecord, asText } from '#core/query/read.ts'
import { call } from '../../../data/call.ts'
import { dashboards } from '../../../data/resources.ts'
import { useSession } from '../../../data/session.ts'
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
  /** The name of the query that the chart reads: it is saved as a dataset, as saved charts read datasets. */
  queryName?: string | undefined
  /** False = it was not saved, as somebody else changed the chart. */
  onSave: (plan: SavePlan) => Promise<boolean>
  onClose: () => void
}

type Listed = { id: number; dashboard_title: string }

/** The id of a dashboard, `new:` with the title of one to make, or null. */
type Place = number | string | null

type Values = { kind: SavePlan['kind']; name: string; datasetName: string; place: Place; tab: string | null }

type Condition = { col: string; opr: string; value: string | number }

/** The dashboards that the user may change and that fit the conditions, latest first. */
const useOwnDashboards = (conditions: Condition[], isEnabled = true) => {
  const { user, isAdmin } = useSession()
  return useQuery({
    ...dashboards.list({
      columns: ['id', 'dashboard_title'],
      filters: [...(isAdmin ? [] : [{ col: 'owners', opr: 'rel_m_m', value: user.id }]), ...conditions],
      order_column: 'changed_on_delta_humanized',
      order_direction: 'desc',
      page: 0,
      page_size: 100,
    }),
    enabled: isEnabled,
    placeholderData: keepPreviousData,
  })
}

/** The dashboards to choose from: those found by a search, and the one that the address names, if the user may change it. */
const useChoosable = (search: string, addressed: number | null) => {
  const found = useOwnDashboards(search === '' ? [] : [{ col: 'dashboard_title', opr: 'title_or_slug', value: search }])
  const named = useOwnDashboards([{ col: 'id', opr: 'eq', value: addressed ?? 0 }], addressed !== null)
  const own = named.data?.result ?? []
  return { choices: [...own, ...(found.data?.result ?? [])], isAddressedClosed: named.isSuccess && own.length === 0 }
}

type Tab = { id: string; label: string }

/** Tabs with the names of those around them, in reading order. */
const readTabs = (tree: unknown, above: string[] = []): Tab[] =>
  asList(tree).flatMap((node) => {
    const { value, title, children } = asRecord(node)
    const names = [...above, asText(title) || t('Tab')]
    return [{ id: String(value), label: names.join(' › ') }, ...readTabs(children, names)]
  })

const useTabs = (place: Place): Tab[] => {
  const id = typeof place === 'number' ? place : null
  const { data } = useQuery({
    queryKey: ['dashboard-tabs', id],
    enabled: id !== null,
    queryFn: ({ signal }) => call(dashboardTabs, { params: { idOrName: String(id) } }, { signal }),
  })
  return id === null || !data ? [] : readTabs(data.result.tab_tree)
}

const newPrefix = 'new:'
const existingPrefix = 'existing:'

/** The dashboard from which the chart was opened or is being created. */
const addressedDashboard = () => readAddress(location.pathname, new URLSearchParams(location.search)).dashboardId

const titleOf = (place: string) => place.replace(newPrefix, '')

const targetOf = ({ place, tab }: Pick<Values, 'place' | 'tab'>): DashboardTarget => {
  if (typeof place === 'number') return { kind: 'dashboard', id: place, ...(tab !== null && { tab }) }
  return place ? { kind: 'new-dashboard', title: titleOf(place) } : { kind: 'none' }
}

const fieldOf: Record<string, keyof Values> = {
  slice_name: 'name',
  dashboards: 'place',
  dashboard_title: 'place',
  table_name: 'datasetName',
}

/** Asks for the name, whether to overwrite the chart, and for a dashboard to add it to. */
export const SaveDialog = ({ name, canOverwrite, hasSlice, queryName, onSave, onClose }: Props) => {
  const [addressed] = useState(addressedDashboard)
  const [search, setSearch] = useState('')
  const { choices, isAddressedClosed } = useChoosable(search, addressed)
  const [start] = useState((): Values => ({
    kind: canOverwrite ? 'over' : 'new',
    name,
    datasetName: queryName ?? '',
    place: addressed,
    tab: null,
  }))
  const isNamed = (text: string) => text.trim() !== ''
  const form = useEditForm({
    start,
    isNew: true,
    body: { of: (values) => ({ slice_name: values.name.trim() }), schema: chartPatch },
    check: (values) => [
      ...(isNamed(values.name) ? [] : [{ path: 'name', text: emptyText() }]),
      ...(queryName === undefined || isNamed(values.datasetName) ? [] : [{ path: 'datasetName', text: emptyText() }]),
    ],
    place: (path) => fieldOf[path] ?? path,
    save: ({ kind, name: typed, datasetName, ...where }) =>
      onSave({
        kind,
        name: typed.trim(),
        target: targetOf(where),
        ...(queryName !== undefined && { datasetName: datasetName.trim() }),
      }),
    onSaved: onClose,
  })
  const kind = useController({ control: form.control, name: 'kind' }).field
  const place = useController({ control: form.control, name: 'place' }).field.value
  const tabs = useTabs(place)
  const { setValue } = form
  useEffect(() => {
    if (isAddressedClosed) setValue('place', null)
  }, [isAddressedClosed, setValue])
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
      {queryName !== undefined && (
        <TextField
          form={form}
          name="datasetName"
          label={t('Dataset name')}
          hint={t('The query is saved as a dataset, which the chart then reads.')}
          required
          maxLength={250}
        />
      )}
      <FormField form={form} name="place" label={t('Add to dashboard')} hint={t('Choose a dashboard, or type the name of a new one.')}>
        {({ value, onValue }) => (
          <DashboardChoice
            found={choices}
            value={value}
            onSearch={setSearch}
            onChange={(next) => {
              onValue(next)
              setValue('tab', null)
            }}
          />
        )}
      </FormField>
      {tabs.length > 0 && (
        <FormField form={form} name="tab" label={t('Add to tab')} hint={t('Without a tab the chart goes to the end of the first one.')}>
          {({ value, onValue }) => (
            <ChoiceButton
              clearable
              label={t('Tab')}
              placeholder={t('First tab')}
              choices={tabs.map(({ id, label }) => ({ value: id, label }))}
              value={value}
              onChange={(next) => onValue(typeof next === 'string' ? next : null)}
            />
          )}
        </FormField>
      )}
    </FormDialog>
  )
}

type ChoiceProps = {
  found: Listed[]
  value: Place
  onChange: (value: Place) => void
  onSearch: (text: string) => void
  'aria-invalid'?: boolean
}

/** Unlike a bare number, it cannot be typed as a title. */
const keyOf = (id: number) => `${existingPrefix}${id}`

const DashboardChoice = ({ found, value, onChange, onSearch, 'aria-invalid': isInvalid = false }: ChoiceProps) => {
  const [chosen, setChosen] = useState<Listed | null>(null)
  const known = new Map([...(chosen ? [chosen] : []), ...found].map((dashboard) => [keyOf(dashboard.id), dashboard]))
  return (
    <ChoiceButton
      freeForm
      clearable
      invalid={isInvalid}
      label={t('Dashboard')}
      placeholder={t('None')}
      onSearch={onSearch}
      choices={[
        ...(typeof value === 'string' ? [{ value, label: t('New dashboard “%(title)s”', { title: titleOf(value) }) }] : []),
        ...[...known].map(([key, dashboard]) => ({ value: key, label: dashboard.dashboard_title })),
      ]}
      value={typeof value === 'number' ? known.get(keyOf(value)) && keyOf(value) : value}
      onChange={(next) => {
        const existing = known.get(String(next)) ?? null
        setChosen(existing)
        onChange(existing ? existing.id : next === null ? null : `${newPrefix}${titleOf(String(next))}`)
      }}
    />
  )
}
