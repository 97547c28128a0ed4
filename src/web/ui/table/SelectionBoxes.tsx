import { useRef } from 'react'
import { t } from '#core/i18n/t.ts'
import { Checkbox } from '../choice/Checkbox.tsx'
import { countSelected } from './model/selection.ts'
import css from './Table.module.css'
import type { SelectionActions, TableSelection } from './use-selection.ts'

type Props = { selection: TableSelection; actions: SelectionActions }

/** The box of one row; pressed with Shift it selects all rows from the one before. */
export const SelectRow = ({ selection, actions, row }: Props & { row: number }) => {
  const isExtending = useRef(false)
  return (
    <span className={css['box']} onClickCapture={({ shiftKey }) => (isExtending.current = shiftKey)}>
      <Checkbox
        tabIndex={-1}
        label={t('Select %(name)s', { name: selection.nameOf(row) })}
        checked={selection.selected.has(selection.keyOf(row))}
        onChange={() => (isExtending.current ? actions.extend : actions.toggle)(row)}
      />
    </span>
  )
}

export const SelectAll = ({ selection, actions, rowCount }: Props & { rowCount: number }) => {
  const count = countSelected(selection.selected, { rowCount, keyOf: selection.keyOf })
  return (
    <span className={css['box']}>
      <Checkbox
        label={selection.allLabel ?? t('Select all')}
        checked={rowCount > 0 && count === rowCount}
        mixed={count > 0}
        onChange={actions.toggleAll}
      />
    </span>
  )
}
