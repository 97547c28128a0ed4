import { useMemo, useState } from 'react'
import { fullName } from '#core/format/full-name.ts'
import { t } from '#core/i18n/t.ts'
import type { Side } from '#core/layout/merge/three-way.ts'
import { ago } from '../../../../lists/time/ago.ts'
import { Button } from '../../../../ui/button/Button.tsx'
import { Dialog } from '../../../../ui/overlay/Dialog.tsx'
import { findDifferences, type Difference } from '../../data/differences.ts'
import type { Stored } from '../../data/stored.ts'
import { readDraft } from '../../data/read-draft.ts'
import { useDashboard, useDashboardStore } from '../../state/dashboard-context.ts'
import { useSave } from '../../state/use-save.ts'
import css from './ConflictDialog.module.css'

/** Shown when someone else has saved the dashboard since it was opened. */
export const ConflictDialog = () => {
  const conflict = useDashboard((state) => state.saving.conflict)
  return conflict && <Conflict key={conflict.etag} theirs={conflict} />
}

/** Who saved, when, what differs and who changed it; both versions are merged, or one of them stays. */
const Conflict = ({ theirs }: { theirs: Stored }) => {
  const store = useDashboardStore()
  const saving = useDashboard((state) => state.saving)
  const mine = useDashboard((state) => state.history.present)
  const base = useDashboard((state) => state.savedDraft)
  const { overwrite, loadStored, mergeAndSave } = useSave()
  const [choices, setChoices] = useState<Readonly<Record<string, Side>>>({})
  const { record, charts, etag } = theirs
  const differences = useMemo(() => findDifferences({ base, mine, theirs: readDraft(record, charts) }), [base, mine, record, charts])
  const close = () => store.getState().set({ saving: { ...saving, conflict: null } })
  const choose = (key: string): Side => choices[key] ?? 'mine'
  const who = record.changed_by ? fullName(record.changed_by) : t('Somebody')
  return (
    <Dialog
      open
      role="alertdialog"
      width={720}
      title={t('Please confirm the overwrite values.')}
      onClose={close}
      footer={
        <>
          <Button kind="quiet" data-autofocus onClick={close}>
            {t('Keep editing')}
          </Button>
          <Button
            onClick={() => {
              close()
              loadStored(theirs)
            }}
          >
            {t('Load the newer version')}
          </Button>
          <Button kind="danger" busy={saving.isBusy} onClick={() => void overwrite(etag)}>
            {t('Overwrite')}
          </Button>
          <Button
            kind="primary"
            busy={saving.isBusy}
            onClick={() => {
              close()
              void mergeAndSave(theirs, choose)
            }}
          >
            {t('Merge and save')}
          </Button>
        </>
      }
    >
      <p>{t('%(name)s saved this dashboard %(ago)s, after you opened it.', { name: who, ago: ago(record.changed_on_utc) })}</p>
      <p>{t('Merging keeps the changes of both. Where both changed the same, choose which value stays.')}</p>
      <table className={css['table']}>
        <thead>
          <tr>
            <th scope="col">{t('What')}</th>
            <th scope="col">{t('Newer version')}</th>
            <th scope="col">{t('Yours')}</th>
            <th scope="col">{t('Changed by')}</th>
          </tr>
        </thead>
        <tbody>
          {differences.map((difference) => (
            <Row
              key={difference.key}
              difference={difference}
              who={who}
              side={choose(difference.key)}
              onChoose={(side) => setChoices({ ...choices, [difference.key]: side })}
            />
          ))}
        </tbody>
      </table>
    </Dialog>
  )
}

type RowProps = { difference: Difference; who: string; side: Side; onChoose: (side: Side) => void }

const Row = ({ difference, who, side, onChoose }: RowProps) => {
  const { key, name, by } = difference
  const words = { mine: t('you'), theirs: who, both: t('both of you') }
  return (
    <tr>
      <th scope="row">{name}</th>
      {(['theirs', 'mine'] as const).map((one) => (
        <td key={one} data-kept={(by === 'both' ? side : by) === one}>
          {by === 'both' ? (
            <label className={css['choice']}>
              <input type="radio" name={key} checked={side === one} onChange={() => onChoose(one)} />
              {difference[one]}
            </label>
          ) : (
            difference[one]
          )}
        </td>
      ))}
      <td>{words[by]}</td>
    </tr>
  )
}
