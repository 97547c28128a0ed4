import { ChevronLeft, Ellipsis, Share, Undo2 } from 'lucide-react'
import { useCallback, useMemo, useState } from 'react'
import type { ReactNode } from 'react'
import { Link, useSearchParams } from 'react-router'
import { t } from '#core/i18n/t.ts'
import { useOnSent } from '../../../controls/field/send-field.ts'
import { paths } from '../../../data/paths.ts'
import { useSession } from '../../../data/session.ts'
import { sentenceFacts, verboseNames } from '../../../frame/picture/draw-context.ts'
import { useOwnBarOnPhone } from '../../../window/frame.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { IconButton } from '../../../ui/button/IconButton.tsx'
import { Menu } from '../../../ui/overlay/Menu.tsx'
import { Tabs } from '../../../ui/choice/Tabs.tsx'
import { ChangedControls } from '../control-panel/ChangedControls.tsx'
import { ControlSections, tabOf } from '../control-panel/ControlSections.tsx'
import { UpdateButton, useWaits } from '../control-panel/UpdateButton.tsx'
import { DataPane } from '../data-pane/DataPane.tsx'
import { downloadData } from '../../../frame/picture/download.ts'
import { DataGrid } from '../drawer/DataGrid.tsx'
import { Explain } from '../drawer/Explain.tsx'
import { SqlText } from '../drawer/SqlText.tsx'
import { sharePermalink } from '../header/share.ts'
import { SaveDialog } from '../header/SaveDialog.tsx'
import { useSaving } from '../header/use-saving.ts'
import { SentenceRow } from '../picture/SentenceRow.tsx'
import { TileRow } from '../picture/TileRow.tsx'
import { useExplore, useExploreStore, useForm } from '../state/explore-context.ts'
import { useRun } from '../state/run.ts'
import { useChanges } from '../state/use-changes.ts'
import css from './Phone.module.css'

type PhoneTab = 'data' | 'customize' | 'fields' | 'results' | 'sql' | 'explain'
const none: ReadonlySet<string> = new Set()

/** The page on a phone: the picture on top, below it what stands beside it elsewhere, one part at a time. */
export const PhoneExplore = ({ picture, onSaved }: { picture: ReactNode; onSaved: (sliceId: number) => void }) => {
  const store = useExploreStore()
  const [search] = useSearchParams()
  const form = useForm()
  const dataset = useExplore((state) => state.dataset)
  const slice = useExplore((state) => state.slice)
  const title = useExplore((state) => state.title)
  const canUndo = useExplore((state) => state.history.past.length > 0)
  const { chart, data } = useRun()
  const { isDirty } = useChanges()
  const [tab, setTab] = useState<PhoneTab>('data')
  const [saving, setSaving] = useState(false)
  const { save, busy, mayAdd, mayOverwrite } = useSaving(onSaved)
  const mayDownload = useSession().may('can_csv', 'Superset')
  const waits = useWaits()
  useOwnBarOnPhone()
  useOnSent((control) => setTab(tabOf(chart, control)))
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
            { key: 'data', label: t('Data') },
            { key: 'customize', label: t('Customize') },
            { key: 'fields', label: t('Fields') },
            { key: 'results', label: t('Results') },
            { key: 'sql', label: t('SQL') },
            { key: 'explain', label: t('Explain') },
          ]}
          value={tab}
          onChange={setTab}
        />
        <ChangedControls />
      </div>
      <div className={css['part']}>
        {(tab === 'data' || tab === 'customize') && <ControlSections tab={tab} />}
        {tab === 'fields' && <DataPane />}
        {tab === 'sql' && <SqlText />}
        {tab === 'explain' && <Explain />}
        {tab === 'results' && data.answer?.tables[0] && (
          <DataGrid
            table={data.answer.tables[0]}
            label={t('Results')}
            id={`explore results ${form.datasource} 0`}
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
        {waits && <UpdateButton />}
        <Button kind={waits ? 'default' : 'primary'} busy={busy} disabled={!mayAdd} onClick={saveNow}>
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
