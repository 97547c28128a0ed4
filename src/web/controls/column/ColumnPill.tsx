import type { ComponentProps } from 'react'
import type { ColumnKind, DatasetFacts } from '#charts/control.ts'
import { t } from '#core/i18n/t.ts'
import { ownValue } from '#core/encoding/own-keys.ts'
import type { QueryColumn } from '#core/query/query-object.ts'
import { useSurface } from '../control-props.ts'
import { columnEditor } from '../editors.ts'
import { FieldIcon } from '../field/FieldIcon.tsx'
import { columnKind, dataKind } from '../field/kind.ts'
import { EditedPill } from '../pills/EditedPill.tsx'
import type { Pill } from '../pills/Pill.tsx'
import { columnText } from './column-words.ts'

type Props = Pick<ComponentProps<typeof Pill>, 'onRemove' | 'onMove' | 'dragged' | 'index'> & {
  column: QueryColumn | null
  dataset: DatasetFacts | null
  wanted: ColumnKind | undefined
  open: boolean
  onOpen: (open: boolean) => void
  onColumn: (column: QueryColumn | null) => void
}

/** A dimension in a control; its editor opens below it. */
export const ColumnPill = ({ column, dataset, wanted, open, onOpen, onColumn, ...pill }: Props) => {
  const { hints } = useSurface()
  const isReady = columnEditor.useReady(open)
  const facts = typeof column === 'string' ? dataset?.columns.find((candidate) => candidate.column_name === column) : undefined
  const isUnknown = typeof column === 'string' && dataset !== null && !facts
  const done = () => onOpen(false)
  return (
    <EditedPill
      {...pill}
      icon={<FieldIcon kind={column !== null && typeof column !== 'string' ? 'sql' : facts ? columnKind(facts) : 'text'} />}
      name={column === null ? t('New column') : columnText(column, dataset)}
      note={facts && dataKind(facts) === 'text' ? (ownValue(hints, facts.column_name) ?? '') : ''}
      warning={isUnknown ? t('This column might be incompatible with current dataset') : null}
      value={column}
      open={open}
      onOpen={onOpen}
      onCancel={(before) => {
        onColumn(before)
        done()
      }}
      label={t('Column')}
      height={420}
      isReady={isReady}
      renderEditor={(cancel) => <columnEditor.Part value={column} {...{ dataset, wanted, onColumn }} onDone={done} onCancel={cancel} />}
    />
  )
}
