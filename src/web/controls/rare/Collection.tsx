import { useState } from 'react'
import type { CollectionControl, ControlState } from '#charts/control.ts'
import type { CollectionItem } from '#charts/shared/form/collection-items.ts'
import { msg, t } from '#core/i18n/t.ts'
import type { ControlProps } from '../control-props.ts'
import { editorPopover } from '../editors.ts'
import { FieldIcon } from '../field/FieldIcon.tsx'
import { EditedPill } from '../pills/EditedPill.tsx'
import { EditorFoot } from '../pills/EditorFoot.tsx'
import { PillsField } from '../pills/PillsField.tsx'
import type { PillProps } from '../pills/PillsField.tsx'
import { itemText } from './collection-behavior.ts'
import { FilterItem } from './FilterItem.tsx'
import { TimeSeriesColumn } from './TimeSeriesColumn.tsx'

/** A list of items that are added, edited in place, moved and taken away. */
export const Collection = ({ control, value, onChange, state }: ControlProps<'collection'>) => (
  <PillsField
    control={control}
    values={control.read(value) ?? []}
    onValues={onChange}
    landing={() => ({ refusal: t('%(control)s takes no fields of the dataset.', { control: t(control.label) }) })}
    empty={msg('Press to add one')}
    renderPill={(pill) => <ItemPill {...pill} control={control} state={state} />}
  />
)

type Item = { control: CollectionControl; state: ControlState }

const ItemPill = ({ control, state, value, onValue, open, onOpen, ...pill }: PillProps<CollectionItem> & Item) => (
  <EditedPill
    {...pill}
    icon={<FieldIcon kind={control.item.type === 'filter-item' ? 'text' : 'time'} />}
    name={value === null ? t('New item') : itemText(value) || t('(not named)')}
    value={value}
    open={open}
    onOpen={onOpen}
    onCancel={(before) => {
      onValue(before)
      onOpen(false)
    }}
    label={t(control.label)}
    height={420}
    width={400}
    isReady={editorPopover.useReady(open)}
    renderEditor={(cancel) => <ItemEditor {...{ control, state, value }} onItem={onValue} onDone={() => onOpen(false)} onCancel={cancel} />}
  />
)

type EditorProps = Item & {
  value: CollectionItem | null
  onItem: (item: CollectionItem) => void
  onDone: () => void
  onCancel: () => void
}

/** Every change of an item is seen at once; Close takes it back. */
const ItemEditor = ({ control: { item }, state, value, onItem, onDone, onCancel }: EditorProps) => {
  const [before] = useState(() => value ?? { key: crypto.randomUUID() })
  const [draft, setDraft] = useState<CollectionItem>(before)
  const change = (next: unknown) => {
    const read = item.read(next)
    if (!read) return
    setDraft(read)
    onItem(read)
  }
  const canSave = JSON.stringify(draft) !== JSON.stringify(before)
  return (
    <>
      {item.type === 'filter-item' ? (
        <FilterItem control={item} value={draft} onChange={change} state={state} />
      ) : (
        <TimeSeriesColumn control={item} value={draft} onChange={change} state={state} />
      )}
      <EditorFoot onClose={onCancel} onSave={onDone} canSave={canSave} />
    </>
  )
}
