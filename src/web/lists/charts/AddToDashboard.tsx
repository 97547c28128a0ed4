import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { t } from '#core/i18n/t.ts'
import { errorText } from '../../data/call-error.ts'
import { paths } from '../../data/paths.ts'
import { dashboards, markChanged, rowsOnly } from '../../data/resources.ts'
import { useSearch } from '../../data/wire/use-search.ts'
import { useSession } from '../../data/session.ts'
import { Button } from '../../ui/button/Button.tsx'
import { Dialog } from '../../ui/overlay/Dialog.tsx'
import { Field } from '../../ui/text/Field.tsx'
import { Picker } from '../../ui/choice/Picker.tsx'
import { TextInput } from '../../ui/text/TextInput.tsx'
import { say } from '../../ui/feedback/toast.ts'
import { addToDashboard, createDashboardNamed, type Added, type NamedChart } from './add-to-dashboard.ts'
import css from './AddToDashboard.module.css'

type Listed = { id: number; dashboard_title: string | null }

const newDashboard = 0

/** The dashboards that the user may change, latest first. */
const useOwnDashboards = () => {
  const { user, isAdmin } = useSession()
  return useSearch((text) =>
    rowsOnly(
      dashboards.list({
        columns: ['id', 'dashboard_title'],
        filters: [
          ...(isAdmin ? [] : [{ col: 'owners', opr: 'rel_m_m', value: user.id }]),
          ...(text ? [{ col: 'dashboard_title', opr: 'title_or_slug', value: text }] : []),
        ],
        order_column: 'changed_on_delta_humanized',
        order_direction: 'desc',
        page: 0,
        page_size: 50,
      }),
    ),
  )
}

type Props = { charts: NamedChart[]; onClose: () => void }

/** Adds charts to an existing or a new dashboard. */
export const AddToDashboard = ({ charts, onClose }: Props) => {
  const [chosen, setChosen] = useState<Listed | null>(null)
  const [title, setTitle] = useState('')
  const ownDashboards = useOwnDashboards()
  const client = useQueryClient()
  const navigate = useNavigate()
  const isNew = chosen?.id === newDashboard
  const name = isNew ? title.trim() : (chosen?.dashboard_title ?? '')
  const add = useMutation({
    mutationFn: async () => {
      const id = isNew ? await createDashboardNamed(name) : (chosen?.id ?? 0)
      return { id, ...(await addToDashboard(id, charts)) }
    },
    onSuccess: ({ id, ...counts }) => {
      say(resultText({ ...counts, charts, name }), {
        kind: 'good',
        action: { label: t('Open dashboard'), run: () => void navigate(paths.dashboard(id)) },
      })
      onClose()
    },
    onSettled: () => markChanged(client, { kind: 'dashboard' }),
  })
  const isReady = chosen !== null && (!isNew || name !== '')
  const listed = (ownDashboards.data ?? []).map(({ id, dashboard_title }) => ({
    value: id,
    label: dashboard_title || t('[ untitled dashboard ]'),
  }))
  const isUnlisted = chosen && !isNew && !listed.some(({ value }) => value === chosen.id)
  /** Offered with any answer of the server; what it found for a text comes before them. */
  const others = [
    { value: newDashboard, label: t('New dashboard'), icon: <Plus /> },
    ...(isUnlisted ? [{ value: chosen.id, label: name }] : []),
  ]
  return (
    <Dialog
      open
      title={
        charts.length === 1 && charts[0]
          ? t('Add “%(name)s” to a dashboard', { name: charts[0].slice_name })
          : t('Add %(count)s charts to a dashboard', { count: charts.length })
      }
      onClose={onClose}
      footer={
        <>
          <Button kind="quiet" onClick={onClose}>
            {t('Cancel')}
          </Button>
          <Button kind="primary" disabled={!isReady} busy={add.isPending} onClick={() => add.mutate()}>
            {t('Add')}
          </Button>
        </>
      }
    >
      <form
        className={css['form']}
        onSubmit={(event) => {
          event.preventDefault()
          if (isReady && !add.isPending) add.mutate()
        }}
      >
        <Field label={t('Dashboard')} hint={t('They are added at the end, where you can move them.')}>
          <Picker
            label={t('Dashboard')}
            placeholder={t('Choose a dashboard')}
            value={chosen?.id ?? null}
            loading={ownDashboards.isWaiting}
            onSearch={ownDashboards.onSearch}
            searched={ownDashboards.searched}
            options={ownDashboards.text ? [...listed, ...others] : [...others, ...listed]}
            onChange={(id) => {
              // The chosen one may not be among those that were found.
              if (id !== chosen?.id) setChosen({ id, dashboard_title: listed.find(({ value }) => value === id)?.label ?? null })
            }}
          />
        </Field>
        {isNew && (
          <Field label={t('Title')} required>
            <TextInput autoFocus value={title} maxLength={500} onValue={setTitle} />
          </Field>
        )}
        {ownDashboards.error && <Fault error={ownDashboards.error} />}
        {add.error && <Fault error={add.error} />}
      </form>
    </Dialog>
  )
}

const Fault = ({ error }: { error: unknown }) => (
  <p role="alert" className={css['fault']}>
    {errorText(error)}
  </p>
)

const resultText = ({ added, alreadyThere, charts, name }: Added & { charts: NamedChart[]; name: string }): string => {
  const chart = charts[0]?.slice_name ?? ''
  if (added === 0)
    return charts.length === 1
      ? t('“%(chart)s” is on “%(name)s” already', { chart, name })
      : t('All %(count)s are on “%(name)s” already', { count: alreadyThere, name })
  const addedText =
    charts.length === 1
      ? t('“%(chart)s” was added to “%(name)s”', { chart, name })
      : t.plural(added, '%(count)s chart was added to “%(name)s”', '%(count)s charts were added to “%(name)s”', { count: added, name })
  return alreadyThere === 0
    ? addedText
    : `${addedText}. ${t.plural(alreadyThere, '%(count)s was already there.', '%(count)s were already there.')}`
}
