import { ChevronLeft, ChevronRight, Ellipsis, RotateCcw, Share, Undo2 } from 'lucide-react'
import { useCallback, useMemo, useState } from 'react'
import type { ReactNode } from 'react'
import { Link, useSearchParams } from 'react-router'
import type { Control } from '#charts/chart.ts'
import { t } from '#core/i18n/t.ts'
import { ControlView } from '../../../controls/ControlView.tsx'
import { FieldStateContext } from '../../../controls/control-props.ts'
import { paths } from '../../../data/paths.ts'
import { useSession } from '../../../data/session.ts'
import { sentenceFacts, verboseNames } from '../../../frame/draw-context.ts'
import { useOwnBarOnPhone } from '../../../shell/frame.ts'
import { Button } from '../../../ui/Button.tsx'
import { IconButton } from '../../../ui/IconButton.tsx'
import { Menu } from '../../../ui/Menu.tsx'
import { Sheet } from '../../../ui/Sheet.tsx'
import { Tabs } from '../../../ui/Tabs.tsx'
import { DataPane } from '../data-pane/DataPane.tsx'
import { downloadData } from '../../../frame/download.ts'
import { DataGrid } from '../drawer/DataGrid.tsx'
import { Explain } from '../drawer/Explain.tsx'
import { SqlText } from '../drawer/SqlText.tsx'
import { sharePermalink } from '../header/share.ts'
import { SaveDialog } from '../header/SaveDialog.tsx'
import { useSaving } from '../header/use-saving.ts'
import { SentenceRow } from '../picture/SentenceRow.tsx'
import { TileRow } from '../picture/TileRow.tsx'
import { controlText } from '../state/control-text.ts'
import { useExplore, useExploreStore, useForm } from '../state/explore-context.ts'
import { changedControls, visibleControls } from '../state/form.ts'
import { useRun } from '../state/run.ts'
import { useChanges } from '../state/use-changes.ts'
import css from './Phone.module.css'

type PhoneTab = 'controls' | 'fields' | 'results' | 'sql' | 'explain'
const none: ReadonlySet<string> = new Set()

/** The page on a phone: picture on top, one list below, each control in a sheet of its own. */
export const PhoneExplore = ({ picture, onSaved }: { picture: ReactNode; onSaved: (sliceId: number) => void }) => {
  const store = useExploreStore()
  const [search] = useSearchParams()
  const form = useForm()
  const dataset = useExplore((state) => state.dataset)
  const slice = useExplore((state) => state.slice)
  const title = useExplore((state) => state.title)
  const canUndo = useExplore((state) => state.history.past.length > 0)
  const { chart, data } = useRun()
  const { isDirty, changes } = useChanges()
  const [tab, setTab] = useState<PhoneTab>('controls')
  const [saving, setSaving] = useState(false)
  const { save, busy, mayAdd, mayOverwrite } = useSaving(onSaved)
  const mayDownload = useSession().may('can_csv', 'Superset')
  useOwnBarOnPhone()
  const sentence = useMemo(() => chart?.sentence(form, { t, ...sentenceFacts(dataset) }) ?? '', [chart, form, dataset])
  const name = title || sentence || t('Untitled chart')
  const saveNow = useCallback(() => {
    if (slice && mayOverwrite) void save({ kind: 'over', name, where: { kind: 'none' } })
    else setSaving(true)
  }, [slice, mayOverwrite, save, name])
  return (
    <div className={css['phone']}>
      <header className={css['head']}>
        <Link to={paths.charts} aria-label={t('Charts')} className={css['back']}>
          <ChevronLeft />
        </Link>
        <strong>{name}</strong>
        {isDirty && (
          <span className={css['edited']}>
            <i aria-hidden />
            {t('Edited')}
          </span>
        )}
        <Menu
          label={t('More')}
          placement="bottom-end"
          entries={[
            { key: 'save-as', label: t('Save as…'), onSelect: () => setSaving(true) },
            ...(mayDownload
              ? [{ key: 'csv', label: t('Download CSV'), onSelect: () => void downloadData(data.question, 'csv', name) }]
              : []),
          ]}
        >
          <IconButton label={t('More')} icon={<Ellipsis />} />
        </Menu>
      </header>
      <TileRow />
      <SentenceRow />
      <div className={css['picture']}>{picture}</div>
      <div className={css['tabRow']}>
        <Tabs
          label={t('Parts')}
          tabs={[
            { key: 'controls', label: t('Controls') },
            { key: 'fields', label: t('Fields') },
            { key: 'results', label: t('Results') },
            { key: 'sql', label: t('SQL') },
            { key: 'explain', label: t('Explain') },
          ]}
          value={tab}
          onChange={setTab}
        />
        {changes > 0 && (
          <Button kind="link" onClick={() => store.getState().resetAll()}>
            {t('%(count)s changed', { count: changes })}
          </Button>
        )}
      </div>
      <div className={css['part']}>
        {tab === 'controls' && <PhoneControls />}
        {tab === 'fields' && <DataPane />}
        {tab === 'sql' && <SqlText />}
        {tab === 'explain' && <Explain />}
        {tab === 'results' && data.answer?.tables[0] && (
          <DataGrid
            table={data.answer.tables[0]}
            label={t('Results')}
            search=""
            hidden={none}
            raw={none}
            verboseNames={verboseNames(dataset)}
          />
        )}
      </div>
      <footer className={css['foot']}>
        <IconButton bordered label={t('Undo')} icon={<Undo2 />} disabled={!canUndo} onClick={() => store.getState().undo()} />
        <IconButton bordered label={t('Share')} icon={<Share />} onClick={() => void sharePermalink(form, search)} />
        <Button kind="primary" busy={busy} disabled={!mayAdd} onClick={saveNow}>
          {t('Save')}
        </Button>
      </footer>
      {saving && (
        <SaveDialog
          name={name}
          mayOverwrite={mayOverwrite}
          hasSlice={slice !== null}
          busy={busy}
          onClose={() => setSaving(false)}
          onSave={async (plan) => {
            if (await save(plan)) setSaving(false)
          }}
        />
      )}
    </div>
  )
}

const PhoneControls = () => {
  const form = useForm()
  const dataset = useExplore((state) => state.dataset)
  const saved = useExplore((state) => state.saved)
  const set = useExplore((state) => state.set)
  const reset = useExplore((state) => state.reset)
  const { chart, faults } = useRun()
  const [open, setOpen] = useState<Control | null>(null)
  if (!chart) return null
  const state = { form, dataset }
  const changed = changedControls(form, saved, chart)
  const controls = visibleControls(chart, state).filter(
    (control) => control.type !== 'hidden' && (control.label !== '' || control.type === 'annotation-layers'),
  )
  return (
    <>
      <ul className={css['rows']}>
        {controls.map((control) => (
          <li key={control.name} className={css['row']}>
            {changed.includes(control.name) && <i className={css['dot']} aria-hidden />}
            <button type="button" className={css['rowMain']} onClick={() => setOpen(control)}>
              <span className={css['label']} data-bad={faults[control.name] !== undefined || undefined}>
                {t(control.label || 'Layers')}
              </span>
              <span className={css['value']}>{controlText(control, state, t)}</span>
              <ChevronRight aria-hidden />
            </button>
            {changed.includes(control.name) && (
              <IconButton
                dense
                className={css['reset'] ?? ''}
                label={t('Reset %(name)s', { name: t(control.label) })}
                icon={<RotateCcw />}
                onClick={() => reset(control.name)}
              />
            )}
          </li>
        ))}
      </ul>
      {open && (
        <Sheet
          open
          title={t(open.label || 'Layers')}
          onClose={() => setOpen(null)}
          footer={
            <Button kind="primary" onClick={() => setOpen(null)}>
              {t('Done')}
            </Button>
          }
        >
          <FieldStateContext
            value={{ changed: changed.includes(open.name), error: faults[open.name] ?? null, onReset: () => reset(open.name) }}
          >
            <ControlView control={open} value={form[open.name]} onChange={(value) => set(open.name, value)} state={state} />
          </FieldStateContext>
        </Sheet>
      )}
    </>
  )
}
