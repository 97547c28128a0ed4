import { useState } from 'react'
import type { Control, DatasetFacts } from '#charts/chart.ts'
import { t } from '#core/i18n/t.ts'
import { columnLabel } from '#core/query/labels.ts'
import type { QueryColumn } from '#core/query/query-object.ts'
import { useSurface } from '../control-props.ts'
import type { Dragged } from '../field/drag.ts'
import { FieldIcon } from '../field/FieldIcon.tsx'
import { columnName, dataKind } from '../field/kind.ts'
import { EditorPopover } from '../pills/EditorPopover.tsx'
import { Pill } from '../pills/Pill.tsx'
import { columnEditor } from '../editors.ts'

type Props = {
  column: QueryColumn | null
  dataset: DatasetFacts | null
  wanted: Control['columns']
  open: boolean
  onOpen: (open: boolean) => void
  onColumn: (column: QueryColumn | null) => void
  onRemove?: (() => void) | undefined
  onMove?: ((step: -1 | 1) => void) | undefined
  dragged?: Dragged | null
  index?: number
}

/** A dimension in a control; its editor opens below it. */
export const ColumnPill = ({ column, dataset, wanted, open, onOpen, onColumn, onRemove, onMove, dragged = null, index }: Props) => {
  const { hints } = useSurface()
  const [anchor, setAnchor] = useState<HTMLButtonElement | null>(null)
  const isReady = columnEditor.useReady(open)
  const [before, setBefore] = useState<QueryColumn | null>(column)
  const facts = typeof column === 'string' ? dataset?.columns.find((candidate) => candidate.column_name === column) : undefined
  const isUnknown = typeof column === 'string' && dataset !== null && !facts
  const cancel = () => {
    onColumn(before)
    onOpen(false)
  }
  return (
    <>
      <Pill
        pillRef={setAnchor}
        icon={
          <FieldIcon
            kind={
              column !== null && typeof column !== 'string' ? 'sql' : facts ? (facts.expression ? 'calculated' : dataKind(facts)) : 'text'
            }
          />
        }
        name={column === null ? t('New column') : facts ? columnName(facts) : columnLabel(column)}
        note={facts && dataKind(facts) === 'text' ? hints[facts.column_name] : ''}
        warning={isUnknown ? t('This column might be incompatible with current dataset') : null}
        open={open}
        onOpen={() => {
          setBefore(column)
          onOpen(!open)
        }}
        onRemove={onRemove}
        onMove={onMove}
        dragged={dragged}
        {...(index !== undefined && { index })}
      />
      {open && isReady && (
        <EditorPopover anchor={anchor} label={t('Column')} height={420} onDone={() => onOpen(false)} onCancel={cancel}>
          <columnEditor.Part
            value={column}
            dataset={dataset}
            wanted={wanted}
            onColumn={onColumn}
            onDone={() => onOpen(false)}
            onCancel={cancel}
          />
        </EditorPopover>
      )}
    </>
  )
}
