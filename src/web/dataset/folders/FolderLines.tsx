import { ChevronDown, ChevronRight, Ellipsis, Folder, FolderInput } from 'lucide-react'
import type { CSSProperties, DragEvent, HTMLAttributes } from 'react'
import { t } from '#core/i18n/t.ts'
import { FieldIcon } from '../../controls/field/FieldIcon.tsx'
import { IconButton } from '../../ui/button/IconButton.tsx'
import { Checkbox } from '../../ui/choice/Checkbox.tsx'
import { cx } from '../../ui/cx.ts'
import { Menu, type MenuEntry } from '../../ui/overlay/Menu.tsx'
import { EditableTitle } from '../../ui/text/EditableTitle.tsx'
import css from './FolderEditor.module.css'
import { branchOf, canHoldFolders, canMoveInto, moveFolder, newFolder, removeFolder, shiftFolder, type FolderDraft } from './folders.ts'
import type { Line } from './lines.ts'

/** Where a line is, and what is called when it gets the focus. */
type At = { style: CSSProperties; onFocus: () => void }

/** px */
const indentWidth = 24

const fieldsType = 'application/x-dataset-fields'
const folderType = 'application/x-dataset-folder'

/** Columns and metrics, and where `onFolder` is given folders, are dropped on a line. */
const dropProps = (onFields: (uuids: string[]) => void, onFolder?: (uuid: string) => void): HTMLAttributes<HTMLElement> => {
  const mark = (event: DragEvent<HTMLElement>, isOver: boolean) => event.currentTarget.toggleAttribute('data-over', isOver)
  return {
    onDragOver: (event) => {
      const { types } = event.dataTransfer
      if (!types.includes(fieldsType) && !(onFolder && types.includes(folderType))) return
      event.preventDefault()
      mark(event, true)
    },
    onDragLeave: (event) => mark(event, false),
    onDrop: (event) => {
      mark(event, false)
      event.preventDefault()
      const [fields, folder] = [event.dataTransfer.getData(fieldsType), event.dataTransfer.getData(folderType)]
      if (fields !== '') onFields(fields.split(' '))
      else if (folder !== '') onFolder?.(folder)
    },
  }
}

const dragProps = (type: string, value: () => string): HTMLAttributes<HTMLElement> => ({
  draggable: true,
  onDragStart: (event) => {
    event.dataTransfer.setData(type, value())
    event.dataTransfer.effectAllowed = 'move'
  },
})

type RestProps = { at: At; count: number; isLocked: boolean; onDrop: (uuids: string[]) => void }

/** Above the columns and metrics that are in no folder. */
export const RestLine = ({ at, count, isLocked, onDrop }: RestProps) => (
  <li className={cx(css['line'], css['rest'])} {...at} {...(!isLocked && dropProps(onDrop))}>
    <span className={css['name']}>{t('In no folder')}</span>
    <span className={css['count']}>{count.toLocaleString(t.locale)}</span>
  </li>
)

type ItemProps = {
  at: At
  line: Extract<Line, { kind: 'item' }>
  isLocked: boolean
  isChosen: boolean
  onChoose: (on: boolean) => void
  dragged: () => string[]
  onDrop: (uuids: string[]) => void
  entries: () => MenuEntry[]
}

/** A column or metric. */
export const ItemLine = ({ at, line: { item, depth }, isLocked, isChosen, onChoose, dragged, onDrop, entries }: ItemProps) => (
  <li
    className={css['line']}
    data-depth={depth}
    {...at}
    {...(!isLocked && { ...dragProps(fieldsType, () => dragged().join(' ')), ...dropProps(onDrop) })}
  >
    <span className={css['indent']} style={{ width: depth * indentWidth }} />
    {!isLocked && <Checkbox label={t('Select %(name)s', { name: item.name })} checked={isChosen} onChange={onChoose} />}
    <FieldIcon kind={item.kind} />
    <span className={css['name']} title={item.name}>
      {item.name}
    </span>
    <span className={css['note']}>{item.note}</span>
    {!isLocked && (
      <Menu label={t('Move to folder')} entries={entries} align="end">
        <IconButton dense label={t('Move to folder')} aria-label={t('Move %(name)s', { name: item.name })} icon={<FolderInput />} />
      </Menu>
    )}
  </li>
)

type FolderProps = {
  at: At
  line: Extract<Line, { kind: 'folder' }>
  folders: readonly FolderDraft[]
  isLocked: boolean
  onChange: (folders: FolderDraft[]) => void
  onDrop: (uuids: string[]) => void
  onToggle: () => void
}

/** What can be done with a folder. */
const actionsOf = (folder: FolderDraft, folders: readonly FolderDraft[], onChange: (folders: FolderDraft[]) => void): MenuEntry[] => {
  const { uuid, parent } = folder
  const siblings = folders.filter((one) => one.parent === parent)
  const branch = branchOf(folders, uuid)
  const parents = folders.filter((one) => one.uuid !== parent && !branch.has(one.uuid) && canMoveInto(folders, uuid, one.uuid))
  const into: MenuEntry[] = [
    ...(parent === null
      ? []
      : [{ key: 'top', label: t('To the top'), onSelect: () => onChange(moveFolder(folders, uuid, { parent: null })) }]),
    ...parents.map((one) => ({
      key: one.uuid,
      label: one.name,
      icon: <Folder aria-hidden />,
      onSelect: () => onChange(moveFolder(folders, uuid, { parent: one.uuid })),
    })),
  ]
  return [
    { key: 'up', label: t('Move up'), disabled: siblings[0] === folder, onSelect: () => onChange(shiftFolder(folders, uuid, -1)) },
    { key: 'down', label: t('Move down'), disabled: siblings.at(-1) === folder, onSelect: () => onChange(shiftFolder(folders, uuid, 1)) },
    { key: 'into', label: t('Move into'), disabled: into.length === 0, entries: into },
    {
      key: 'new',
      label: t('New folder inside'),
      disabled: !canHoldFolders(folders, uuid),
      onSelect: () => onChange([...folders, newFolder(folders, uuid)]),
    },
    'divider',
    { key: 'delete', label: t('Remove the folder'), danger: true, onSelect: () => onChange(removeFolder(folders, uuid)) },
  ]
}

export const FolderLine = ({ at, line: { folder, depth, count, isOpen }, folders, isLocked, onChange, onDrop, onToggle }: FolderProps) => {
  const rename = (name: string) => onChange(folders.map((one) => (one === folder ? { ...one, name } : one)))
  const { uuid, parent, name } = folder
  return (
    <li
      className={cx(css['line'], css['folder'])}
      data-depth={depth}
      {...at}
      {...(!isLocked && {
        ...dragProps(folderType, () => uuid),
        ...dropProps(onDrop, (dragged) => onChange(moveFolder(folders, dragged, { parent, before: uuid }))),
      })}
    >
      <span className={css['indent']} style={{ width: depth * indentWidth }} />
      <button type="button" className={css['toggle']} aria-expanded={isOpen} aria-label={name} onClick={onToggle}>
        {isOpen ? <ChevronDown aria-hidden /> : <ChevronRight aria-hidden />}
        <Folder aria-hidden />
      </button>
      <EditableTitle
        size="body"
        value={name}
        label={t('Name of folder %(name)s', { name })}
        className={css['title'] ?? ''}
        onChange={isLocked ? undefined : rename}
      />
      <span className={css['count']}>{count.toLocaleString(t.locale)}</span>
      {!isLocked && (
        <Menu label={t('Actions of folder %(name)s', { name })} entries={() => actionsOf(folder, folders, onChange)} align="end">
          <IconButton dense label={t('Actions')} aria-label={t('Actions of folder %(name)s', { name })} icon={<Ellipsis />} />
        </Menu>
      )}
    </li>
  )
}
