import { Binary, Calendar, Hash, Plus, RefreshCw, SquareFunction, Type } from 'lucide-react'
import { useFieldArray, useWatch } from 'react-hook-form'
import { t } from '#core/i18n/t.ts'
import { AreaField, TextField } from '../../forms/FormField.tsx'
import { Button } from '../../ui/button/Button.tsx'
import { Checkbox } from '../../ui/choice/Checkbox.tsx'
import { SearchInput } from '../../ui/text/SearchInput.tsx'
import { EmptyState } from '../../ui/feedback/State.tsx'
import { ColumnData } from '../profile/ColumnData.tsx'
import type { DatasetForm } from '../dataset-form.ts'
import { newCalculated, type ColumnDraft } from '../draft.ts'
import { useListedRows } from './use-listed-rows.tsx'
import { CertificationFields, WarningField } from '../notes/NotesFields.tsx'
import { Row } from './Row.tsx'
import { SqlExpression } from '../SqlExpression.tsx'
import css from '../DatasetSheet.module.css'

const typeExample = 'VARCHAR'

type Props = {
  form: DatasetForm
  isCalculated: boolean
  isLocked: boolean
  /** Key of the expanded row. */
  openKey: string | null
  onOpen: (key: string | null) => void
  onSync?: () => void
  isSyncing?: boolean
}

const iconOf = (column: ColumnDraft) => {
  if (column.isCalculated) return SquareFunction
  if (column.is_dttm || /DATE|TIME/i.test(column.type)) return Calendar
  if (/BOOL/i.test(column.type)) return Binary
  return /INT|NUM|DEC|DOUBLE|FLOAT|REAL/i.test(column.type) ? Hash : Type
}

/** The columns of the table, or the calculated columns. */
export const ColumnList = ({ form, isCalculated, isLocked, openKey, onOpen, onSync, isSyncing = false }: Props) => {
  const { append, remove, move } = useFieldArray({ control: form.control, name: 'columns', keyName: 'rowKey' })
  const columns = useWatch({ control: form.control, name: 'columns' })
  const { text, setText, rows, canMove, more } = useListedRows({
    items: columns,
    nameOf: (column) => column.column_name,
    isIn: (column) => column.isCalculated === isCalculated,
    isLocked,
    openKey,
    move,
  })
  const add = () => {
    const column = newCalculated(columns)
    append(column, { shouldFocus: false })
    onOpen(column.key)
  }
  return (
    <>
      <div className={css['tools']}>
        <SearchInput className={css['search'] ?? ''} label={t('Search columns')} value={text} onValue={setText} />
        {isLocked ? null : isCalculated ? (
          <Button icon={<Plus />} onClick={add}>
            {t('Calculated column')}
          </Button>
        ) : (
          <Button icon={<RefreshCw />} busy={isSyncing} onClick={onSync}>
            {t('Sync columns from source')}
          </Button>
        )}
      </div>
      {rows.length === 0 && (
        <EmptyState
          title={text ? t('No results found') : isCalculated ? t('No calculated columns') : t('No columns')}
          text={isCalculated && !text ? t('An SQL expression on each row, used like any other column.') : undefined}
        />
      )}
      {rows.length > 0 && (
        <div className={css['marksHead']} aria-hidden>
          <span>{t('Time')}</span>
          <span>{t('Filter')}</span>
          <span>{t('Group')}</span>
          {canMove && <i />}
          {canMove && <i />}
          {isCalculated && !isLocked && <i />}
        </div>
      )}
      <ul className={css['list']}>
        {rows.map(({ item: column, index, onMove }) => {
          const Icon = iconOf(column)
          const mark = (name: 'is_dttm' | 'filterable' | 'groupby', label: string) => (
            <Checkbox
              className={css['mark'] ?? ''}
              label={t('%(column)s: %(what)s', { column: column.column_name, what: label })}
              checked={column[name]}
              disabled={isLocked}
              onChange={(on) => form.setValue(`columns.${index}.${name}`, on, { shouldDirty: true })}
            />
          )
          return (
            <Row
              key={column.key}
              icon={<Icon aria-hidden />}
              name={column.column_name}
              note={column.verbose_name || (isCalculated ? column.expression : column.type.toLowerCase())}
              open={openKey === column.key}
              invalid={form.formState.errors.columns?.[index] !== undefined}
              onToggle={() => onOpen(openKey === column.key ? null : column.key)}
              onDelete={isCalculated && !isLocked ? () => remove(index) : undefined}
              isLocked={isLocked}
              place={canMove ? { list: 'columns', index, move } : undefined}
              onMove={onMove}
              switches={
                <>
                  {mark('is_dttm', t('is temporal'))}
                  {mark('filterable', t('is filterable'))}
                  {mark('groupby', t('is dimension'))}
                </>
              }
            >
              <ColumnFields key={index} form={form} index={index} column={column} />
            </Row>
          )
        })}
      </ul>
      {more}
    </>
  )
}

const ColumnFields = ({ form, index, column }: { form: DatasetForm; index: number; column: ColumnDraft }) => {
  const prefix = `columns.${index}.` as const
  return (
    <>
      {column.isCalculated && (
        <>
          <TextField form={form} name={`${prefix}column_name`} label={t('Column name')} required maxLength={255} />
          <TextField form={form} name={`${prefix}type`} label={t('Data type')} placeholder={typeExample} />
          <div className={css['wide']}>
            <SqlExpression form={form} name={`${prefix}expression`} kind="column" />
          </div>
        </>
      )}
      <TextField form={form} name={`${prefix}verbose_name`} label={t('Label')} placeholder={column.column_name} />
      <TextField
        form={form}
        name={`${prefix}python_date_format`}
        label={t('Datetime format')}
        hint={t('Format of times in a text or number column: a strftime pattern, epoch_s or epoch_ms.')}
        mono
        placeholder="%Y-%m-%d"
      />
      <div className={css['wide']}>
        <AreaField form={form} name={`${prefix}description`} label={t('Description')} rows={2} />
      </div>
      <CertificationFields form={form} prefix={prefix} />
      <div className={css['wide']}>
        <WarningField form={form} prefix={prefix} />
      </div>
      {column.id !== undefined && (
        <div className={css['wide']}>
          <ColumnData form={form} column={column} />
        </div>
      )}
    </>
  )
}
