import type { DatasetFacts } from '#charts/control.ts'
import { t } from '#core/i18n/t.ts'
import { ChoiceList } from '../choice/ChoiceList.tsx'
import { useSurface } from '../control-props.ts'
import { FieldIcon } from './FieldIcon.tsx'
import { NoteMarks } from '../../ui/marks/NoteMarks.tsx'
import { columnKind, columnName, dataKind } from './kind.ts'
import type { ColumnFacts } from './kind.ts'

type Props = {
  columns: ColumnFacts[]
  chosen: string | null
  onChoose: (column: ColumnFacts) => void
  label: string
}

/** A searchable list of columns with their type and what is known about their values. */
export const FieldChoice = ({ columns, chosen, onChoose, label }: Props) => {
  const { hints } = useSurface()
  const byName = new Map(columns.map((column) => [column.column_name, column]))
  return (
    <ChoiceList
      choices={columns.map((column) => ({ value: column.column_name, label: columnName(column) }))}
      label={label}
      isChosen={(value) => value === chosen}
      onChoose={(value) => {
        const column = byName.get(String(value))
        if (column) onChoose(column)
      }}
      renderIcon={({ value }) => {
        const column = byName.get(String(value))
        return column ? <FieldIcon kind={columnKind(column)} /> : null
      }}
      renderNote={({ value }) => (
        <>
          <NoteMarks of={byName.get(String(value))} />
          {hints[String(value)]}
        </>
      )}
    />
  )
}

/** Columns that a control offers, by what it asks for. */
export const offeredColumns = (
  dataset: DatasetFacts | null,
  wanted: 'temporal' | 'numeric' | 'any' | undefined,
  purpose: 'group' | 'filter' | 'any',
): ColumnFacts[] =>
  (dataset?.columns ?? []).filter((column) => {
    if (purpose === 'group' && column.groupby === false) return false
    if (purpose === 'filter' && column.filterable === false) return false
    const kind = dataKind(column)
    return wanted === 'temporal' ? kind === 'time' : wanted === 'numeric' ? kind === 'number' : true
  })

export const noColumnsText = (wanted: 'temporal' | 'numeric' | 'any' | undefined) =>
  wanted === 'temporal' ? t('No temporal columns found') : t('No such column found.')
