import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { tableColumnsCheck, tableColumnsSet, type ColumnsCheck } from '#api/dataset-columns.ts'
import { t } from '#core/i18n/t.ts'
import { call } from '../../../data/call.ts'
import { errorText } from '../../../data/call-error.ts'
import { markChanged } from '../../../data/resources.ts'
import { breaksSomething, SourceReport } from '../../../dataset/source/SourceReport.tsx'
import { Button } from '../../../ui/button/Button.tsx'
import { Picker } from '../../../ui/choice/Picker.tsx'
import { say } from '../../../ui/feedback/toast.ts'
import { Dialog } from '../../../ui/overlay/Dialog.tsx'
import { SearchInput } from '../../../ui/text/SearchInput.tsx'
import { TextInput } from '../../../ui/text/TextInput.tsx'
import { typeChoices } from '../../../upload/columns/column-types.ts'
import { formatChoices } from '../../../upload/columns/time-formats.ts'
import css from './TableColumns.module.css'

type Column = { name: string; type: string }
type Draft = Column & { from: string; before: string; format?: string }

type Props = { id: number; columns: Column[]; onClose: () => void; onChanged: () => void }

const isChanged = ({ from, before, name, type }: Draft) => from !== name || before !== type

/** A search finds the others. */
const maxShown = 100

/** Renames and retypes the columns of a table that is kept here, after values that do not fit were shown. */
export const TableColumnsDialog = ({ id, columns, onClose, onChanged }: Props) => {
  const [drafts, setDrafts] = useState<Draft[]>(() => columns.map(({ name, type }) => ({ name, type, from: name, before: type })))
  const [search, setSearch] = useState('')
  const [found, setFound] = useState<ColumnsCheck | null>(null)
  const client = useQueryClient()
  const changed = drafts.filter(isChanged)
  const request = {
    params: { pk: id },
    body: {
      columns: changed.map(({ from, name, type, format }) => ({ from, name: name.trim(), type, ...(format !== undefined && { format }) })),
    },
  }
  const check = useMutation({ mutationFn: () => call(tableColumnsCheck, request), onSuccess: ({ result }) => setFound(result) })
  const save = useMutation({
    mutationFn: () => call(tableColumnsSet, request),
    onSuccess: async () => {
      say(t('The columns have been changed'), { kind: 'good' })
      onClose()
      await markChanged(client, { kind: 'dataset', id })
      onChanged()
    },
  })
  const set = (from: string, change: Partial<Draft>) => {
    setFound(null)
    setDrafts(drafts.map((draft) => (draft.from === from ? { ...draft, ...change } : draft)))
  }
  const matching = drafts.filter(({ from, name }) => `${from} ${name}`.toLowerCase().includes(search.trim().toLowerCase()))
  const error = check.error ?? save.error
  return (
    <Dialog
      open
      width={760}
      title={t('Rename and retype columns')}
      onClose={onClose}
      footer={
        <>
          <Button kind="quiet" onClick={onClose}>
            {t('Cancel')}
          </Button>
          {found ? (
            <Button
              kind={found.rows > 0 || breaksSomething(found.changes) ? 'danger' : 'primary'}
              busy={save.isPending}
              onClick={() => save.mutate()}
            >
              {t('Change the columns')}
            </Button>
          ) : (
            <Button
              kind="primary"
              busy={check.isPending}
              disabled={changed.length === 0 || changed.some(({ name }) => name.trim() === '')}
              onClick={() => check.mutate()}
            >
              {t('Check the values')}
            </Button>
          )}
        </>
      }
    >
      {columns.length > maxShown && <SearchInput label={t('Search columns')} value={search} onValue={setSearch} />}
      {error && (
        <p role="alert" className={css['fault']}>
          {errorText(error)}
        </p>
      )}
      <ul className={css['columns']} aria-label={t('Columns')}>
        {matching.slice(0, maxShown).map((draft) => {
          const formats =
            draft.before === 'VARCHAR' ? formatChoices({ name: draft.name, type: draft.type, format: draft.format ?? '' }) : []
          return (
            <li key={draft.from}>
              <TextInput
                aria-label={t('Name of %(name)s', { name: draft.from })}
                value={draft.name}
                onValue={(name) => set(draft.from, { name })}
                maxLength={255}
                spellCheck={false}
              />
              <Picker
                label={t('Type of %(name)s', { name: draft.from })}
                value={draft.type}
                options={typeChoices(draft.type)}
                onChange={(type) => set(draft.from, { type, format: '' })}
              />
              {formats.length > 0 && (
                <Picker
                  label={t('Date format of %(name)s', { name: draft.from })}
                  value={draft.format ?? ''}
                  options={formats}
                  onChange={(format) => set(draft.from, { format })}
                />
              )}
            </li>
          )
        })}
      </ul>
      {matching.length > maxShown && (
        <p className={css['note']}>{t('Search to see %(count)s more.', { count: matching.length - maxShown })}</p>
      )}
      {found && <Findings found={found} />}
    </Dialog>
  )
}

const count = (value: number) => value.toLocaleString(t.locale)

const Findings = ({ found: { rows, values, changes } }: { found: ColumnsCheck }) => (
  <div role="status" className={css['found']}>
    {rows === 0 ? (
      <p>{t('All values fit.')}</p>
    ) : (
      <>
        <p className={css['fault']}>
          {t.plural(
            rows,
            '%(count)s row has a value that does not fit, which becomes empty:',
            '%(count)s rows have values that do not fit, which become empty:',
          )}
        </p>
        <ul className={css['values']} aria-label={t('Values that do not fit')}>
          {values.map(({ row, column, value }) => (
            <li key={`${row} ${column}`}>{t('Row %(row)s, %(column)s: %(value)s', { row: count(row), column, value: value ?? '' })}</li>
          ))}
          {rows > values.length && <li>{t('%(count)s more', { count: count(rows - values.length) })}</li>}
        </ul>
      </>
    )}
    <SourceReport changes={changes} />
  </div>
)
