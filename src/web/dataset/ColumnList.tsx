import { Binary, Calendar, Hash, Plus, RefreshCw, SquareFunction, Type } from 'lucide-react'
import { useState } from 'react'
import { t } from '#core/i18n/t.ts'
import { Button } from '../ui/button/Button.tsx'
import { Checkbox } from '../ui/choice/Checkbox.tsx'
import { Field } from '../ui/text/Field.tsx'
import { SearchInput } from '../ui/text/SearchInput.tsx'
import { EmptyState } from '../ui/feedback/State.tsx'
import { TextArea, TextInput } from '../ui/text/TextInput.tsx'
import { newCalculated, type ColumnDraft } from './draft.ts'
import { NotesFields } from './NotesFields.tsx'
import { Row } from './Row.tsx'
import css from './DatasetSheet.module.css'

const typeExample = 'VARCHAR'

type Props = {
  columns: ColumnDraft[]
  calculated: boolean
  /** Key of the one that is open at first. */
  begun?: string | null
  onChange: (columns: ColumnDraft[]) => void
  onSync?: () => void
  syncing?: boolean
}

const iconOf = (column: ColumnDraft) => {
  if (column.isCalculated) return SquareFunction
  if (column.is_dttm || /DATE|TIME/i.test(column.type)) return Calendar
  if (/BOOL/i.test(column.type)) return Binary
  return /INT|NUM|DEC|DOUBLE|FLOAT|REAL/i.test(column.type) ? Hash : Type
}

/** The columns of the table, or those that are calculated. */
export const ColumnList = ({ columns, calculated, begun = null, onChange, onSync, syncing = false }: Props) => {
  const [opened, setOpened] = useState<string | null>(begun)
  const [text, setText] = useState('')
  const own = columns.filter((column) => column.isCalculated === calculated)
  const shown = own.filter(({ column_name, verbose_name }) =>
    `${column_name} ${verbose_name}`.toLowerCase().includes(text.trim().toLowerCase()),
  )
  const change = (key: string) => (part: Partial<ColumnDraft>) =>
    onChange(columns.map((column) => (column.key === key ? { ...column, ...part } : column)))
  const add = () => {
    const column = newCalculated(columns)
    onChange([...columns, column])
    setOpened(column.key)
  }
  return (
    <>
      <div className={css['tools']}>
        <SearchInput className={css['search'] ?? ''} label={t('Search columns')} value={text} onValue={setText} />
        {calculated ? (
          <Button icon={<Plus />} onClick={add}>
            {t('Calculated column')}
          </Button>
        ) : (
          <Button icon={<RefreshCw />} busy={syncing} onClick={onSync}>
            {t('Sync columns from source')}
          </Button>
        )}
      </div>
      {shown.length === 0 && (
        <EmptyState
          title={text ? t('No results found') : calculated ? t('No calculated columns') : t('No columns')}
          text={calculated && !text ? t('An SQL expression on each row, used like any other column.') : undefined}
        />
      )}
      {shown.length > 0 && (
        <div className={css['marksHead']} aria-hidden>
          <span>{t('Time')}</span>
          <span>{t('Filter')}</span>
          <span>{t('Group')}</span>
        </div>
      )}
      <ul className={css['list']}>
        {shown.map((column) => {
          const set = change(column.key)
          const Icon = iconOf(column)
          const mark = (key: 'is_dttm' | 'filterable' | 'groupby', label: string) => (
            <Checkbox
              className={css['mark'] ?? ''}
              label={t('%(column)s: %(what)s', { column: column.column_name, what: label })}
              checked={column[key]}
              onChange={(on) => set({ [key]: on })}
            />
          )
          return (
            <Row
              key={column.key}
              icon={<Icon aria-hidden />}
              name={column.column_name}
              note={column.verbose_name || (calculated ? column.expression : column.type.toLowerCase())}
              open={opened === column.key}
              onToggle={() => setOpened(opened === column.key ? null : column.key)}
              onDelete={calculated ? () => onChange(columns.filter(({ key }) => key !== column.key)) : undefined}
              marks={
                <>
                  {mark('is_dttm', t('is temporal'))}
                  {mark('filterable', t('is filterable'))}
                  {mark('groupby', t('is dimension'))}
                </>
              }
            >
              <ColumnFields column={column} set={set} />
            </Row>
          )
        })}
      </ul>
    </>
  )
}

const ColumnFields = ({ column, set }: { column: ColumnDraft; set: (part: Partial<ColumnDraft>) => void }) => (
  <>
    {column.isCalculated && (
      <>
        <Field label={t('Column name')} required>
          <TextInput value={column.column_name} maxLength={255} onValue={(column_name) => set({ column_name })} />
        </Field>
        <Field label={t('Data type')}>
          <TextInput value={column.type} placeholder={typeExample} onValue={(type) => set({ type })} />
        </Field>
        <div className={css['wide']}>
          <Field label={t('SQL expression')} required>
            <TextArea mono rows={3} spellCheck={false} value={column.expression} onValue={(expression) => set({ expression })} />
          </Field>
        </div>
      </>
    )}
    <Field label={t('Label')}>
      <TextInput value={column.verbose_name} placeholder={column.column_name} onValue={(verbose_name) => set({ verbose_name })} />
    </Field>
    <Field
      label={t('Datetime format')}
      hint={t('How times are written in a text or number column: a strftime pattern, epoch_s or epoch_ms.')}
    >
      <TextInput
        mono
        value={column.python_date_format}
        placeholder="%Y-%m-%d"
        onValue={(python_date_format) => set({ python_date_format })}
      />
    </Field>
    <div className={css['wide']}>
      <Field label={t('Description')}>
        <TextArea rows={2} value={column.description} onValue={(description) => set({ description })} />
      </Field>
    </div>
    <NotesFields notes={column} set={set} />
  </>
)
