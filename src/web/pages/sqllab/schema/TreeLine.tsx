import {
  CalendarRange,
  ChevronDown,
  ChevronRight,
  Copy,
  Database,
  Ellipsis,
  Eye,
  Folder,
  KeyRound,
  Pin,
  Play,
  Table2,
  TextCursorInput,
} from 'lucide-react'
import type { DragEvent, ReactNode } from 'react'
import { t } from '#core/i18n/t.ts'
import { ownValue } from '#core/encoding/own-keys.ts'
import { IconButton } from '../../../ui/button/IconButton.tsx'
import { Menu } from '../../../ui/overlay/Menu.tsx'
import css from './SchemaTree.module.css'
import type { TableNode } from './tree-nodes.ts'
import type { TreeRow } from './tree-rows.ts'

export type LineActions = {
  toggle: (key: string) => void
  /** Writes a name at the cursor. */
  insert: (name: string) => void
  copy: (name: string) => void
  preview: (table: TableNode) => void
  select: (table: TableNode) => void
  pin: (table: TableNode) => void
}

export type LineProps<R = TreeRow> = {
  row: R
  actions: LineActions
  isPinned: (table: TableNode) => boolean
  /** A table or a column as SQL. */
  write: (name: TableNode | string) => string
}

type Kind<K extends TreeRow['kind']> = Extract<TreeRow, { kind: K }>

/** A name that is dragged into the text. */
const dragged = (text: string) => ({
  draggable: true,
  onDragStart: ({ dataTransfer }: DragEvent) => dataTransfer.setData('text/plain', text),
})

const indent = (depth: number) => ({ paddingInlineStart: depth * 16 })
/** What a table holds is further in than its name, which stands behind a chevron and an icon. */
const indentInTable = (depth: number) => indent(depth + 2)

export const TreeLine = ({ row, ...rest }: LineProps) => {
  switch (row.kind) {
    case 'note':
      return (
        <span className={css['note']} style={indent(row.depth)} role={row.isFault ? 'alert' : undefined} title={row.text}>
          {row.text}
        </span>
      )
    case 'partitions':
      return <PartitionsLine row={row} />
    case 'column':
      return <ColumnLine row={row} {...rest} />
    case 'table':
      return <TableLine row={row} {...rest} />
    case 'catalog':
      return <FolderLine row={row} icon={<Database aria-hidden />} actions={rest.actions} />
    case 'schema':
      return <FolderLine row={row} icon={<Folder aria-hidden />} actions={rest.actions} />
  }
}

const Chevron = ({ isOpen }: { isOpen: boolean }) => (isOpen ? <ChevronDown aria-hidden /> : <ChevronRight aria-hidden />)

type FolderProps = { row: Kind<'catalog' | 'schema'>; icon: ReactNode; actions: LineActions }

const FolderLine = ({ row: { key, depth, name, isOpen }, icon, actions }: FolderProps) => (
  <>
    <button
      type="button"
      className={css['table']}
      style={indent(depth)}
      {...dragged(name)}
      aria-expanded={isOpen}
      onClick={() => actions.toggle(key)}
    >
      <Chevron isOpen={isOpen} />
      {icon}
      <span>{name}</span>
    </button>
    <IconButton
      dense
      className={css['more']}
      label={t('Copy the name of %(name)s', { name })}
      icon={<Copy />}
      onClick={() => actions.copy(name)}
    />
  </>
)

const TableLine = ({ row: { key, depth, node, type, isOpen, isPinnedAbove }, actions, isPinned, write }: LineProps<Kind<'table'>>) => {
  const { schema, table: name } = node
  const pinned = isPinned(node)
  const entries = () => [
    { key: 'preview', label: t('Show 100 rows'), icon: <Play />, onSelect: () => actions.preview(node) },
    { key: 'select', label: t('Insert SELECT of all columns'), icon: <TextCursorInput />, onSelect: () => actions.select(node) },
    { key: 'insert', label: t('Insert the name'), icon: <TextCursorInput />, onSelect: () => actions.insert(write(node)) },
    { key: 'pin', label: pinned ? t('Unpin') : t('Pin to the top'), icon: <Pin />, onSelect: () => actions.pin(node) },
    { key: 'copy', label: t('Copy the name'), icon: <Copy />, onSelect: () => actions.copy(name) },
  ]
  return (
    <>
      <button
        type="button"
        className={css['table']}
        style={indent(depth)}
        {...dragged(write(node))}
        aria-expanded={isOpen}
        aria-label={isPinnedAbove ? t('%(name)s of %(schema)s', { name, schema }) : undefined}
        onClick={() => actions.toggle(key)}
      >
        <Chevron isOpen={isOpen} />
        {type === 'view' ? <Eye aria-hidden /> : <Table2 aria-hidden />}
        <span>{name}</span>
        {isPinnedAbove && <small>{schema}</small>}
        {pinned && <Pin aria-label={t('Pinned')} />}
      </button>
      <Menu label={t('Actions of %(name)s', { name })} align="end" entries={entries}>
        <IconButton dense className={css['more']} label={t('Actions of %(name)s', { name })} icon={<Ellipsis />} />
      </Menu>
    </>
  )
}

const ColumnLine = ({ row: { depth, column, isKey }, actions, write }: LineProps<Kind<'column'>>) => {
  const { name, type, comment } = column
  return (
    <>
      <button
        type="button"
        className={css['column']}
        style={indentInTable(depth)}
        {...dragged(write(name))}
        title={comment ?? undefined}
        aria-label={t('Insert %(name)s', { name })}
        onClick={() => actions.insert(write(name))}
      >
        <span>
          {name}
          {comment && <em>{comment}</em>}
        </span>
        {isKey && <KeyRound aria-label={t('Primary key')} />}
        <small>{type.toLowerCase()}</small>
      </button>
      <IconButton
        dense
        className={css['more']}
        label={t('Copy the name of %(name)s', { name })}
        icon={<Copy />}
        onClick={() => actions.copy(name)}
      />
    </>
  )
}

const PartitionsLine = ({ row: { depth, partitions } }: { row: Kind<'partitions'> }) => {
  const { cols, latest } = partitions
  const newest = cols.map((column) => ownValue(latest, column)).filter((value) => value !== undefined)
  const columns = cols.join(', ')
  const text =
    newest.length > 0
      ? t('Partitioned by %(columns)s, latest %(latest)s', { columns, latest: newest.join(', ') })
      : t('Partitioned by %(columns)s', { columns })
  return (
    <span className={css['partitions']} style={indentInTable(depth)} title={text}>
      <CalendarRange aria-hidden />
      {text}
    </span>
  )
}
