import { useQueries, useQuery, useQueryClient } from '@tanstack/react-query'
import { ChevronDown, ChevronRight, Copy, Ellipsis, Eye, KeyRound, Pin, Play, RefreshCw, Table2, TextCursorInput } from 'lucide-react'
import { useState, type DragEvent } from 'react'
import { databaseTables } from '#api/database-catalogue.ts'
import { t } from '#core/i18n/t.ts'
import { sqlName } from '../../../controls/field/kind.ts'
import { call } from '../../../data/call.ts'
import { errorText } from '../../../data/call-error.ts'
import { copyText } from '../../../ui/button/copy-text.ts'
import { IconButton } from '../../../ui/button/IconButton.tsx'
import { ProgressLine } from '../../../ui/feedback/ProgressLine.tsx'
import { ErrorState } from '../../../ui/feedback/State.tsx'
import { say } from '../../../ui/feedback/toast.ts'
import { Menu } from '../../../ui/overlay/Menu.tsx'
import { SearchInput } from '../../../ui/text/SearchInput.tsx'
import { useVirtualRange } from '../../../ui/virtual/use-virtual-range.ts'
import { columnsQuery, tablesQuery } from '../state/use-catalogue.ts'
import css from './SchemaTree.module.css'
import { pinnedFirst, readPins, writePins } from './pins.ts'
import { treeRows, type Opened, type TreeRow } from './tree-rows.ts'

type Props = {
  databaseId: number
  backend: string
  schema: string
  /** Writes a text at the cursor. */
  onInsert: (text: string) => void
  onPreview: (statement: string) => void
  /** In narrow windows it is a drawer, which is closed at first. */
  isOpen: boolean
}

const rowHeight = 28
const previewRows = 100

/** The tables of a schema with their columns. */
export const SchemaTree = ({ databaseId, backend, schema, onInsert, onPreview, isOpen }: Props) => {
  const client = useQueryClient()
  const [search, setSearch] = useState('')
  const [openNames, setOpenNames] = useState<readonly string[]>([])
  const [scroller, setScroller] = useState<HTMLElement | null>(null)
  const tables = useQuery(tablesQuery(databaseId, schema))
  const details = useQueries({ queries: openNames.map((name) => columnsQuery(databaseId, schema, name)) })
  const opened = new Map(
    openNames.map((name, i): [string, Opened] => {
      const { data, error } = details[i] ?? {}
      return [name, data ? { metadata: data } : { note: error ? errorText(error) : t('Loading...') }]
    }),
  )
  const [pinned, setPinned] = useState(() => readPins(databaseId, schema))
  const rows = treeRows(pinnedFirst(tables.data?.result ?? [], pinned), opened, search)
  const [first, end] = useVirtualRange({ scroller, count: rows.length, size: rowHeight })

  const toggle = (name: string) =>
    setOpenNames(openNames.includes(name) ? openNames.filter((other) => other !== name) : [...openNames, name])

  const refresh = async () => {
    try {
      const q = { schema_name: schema, force: true }
      client.setQueryData(tablesQuery(databaseId, schema).queryKey, await call(databaseTables, { params: { pk: databaseId }, q }))
      await Promise.all(openNames.map((name) => client.invalidateQueries({ queryKey: columnsQuery(databaseId, schema, name).queryKey })))
    } catch (error) {
      say(errorText(error), { kind: 'bad' })
    }
  }

  /** A statement that reads the columns that the table has now. */
  const selectAll = async (name: string, use: (statement: string) => void, limit?: number) => {
    try {
      const { columns } = await client.fetchQuery(columnsQuery(databaseId, schema, name))
      const names = columns.map((column) => `  ${sqlName(column.name, backend)}`).join(',\n')
      const table = [...(schema ? [schema] : []), name].map((part) => sqlName(part, backend)).join('.')
      use(`SELECT\n${names || '  *'}\nFROM ${table}${limit === undefined ? '' : `\nLIMIT ${limit}`}`)
    } catch (error) {
      say(errorText(error), { kind: 'bad' })
    }
  }

  const pin = (name: string) => {
    const next = pinned.includes(name) ? pinned.filter((other) => other !== name) : [...pinned, name]
    setPinned(next)
    writePins(databaseId, schema, next)
  }

  const actions: RowActions = {
    toggle,
    pin,
    insert: (name) => onInsert(sqlName(name, backend)),
    copy: (name) => void copyText(name).then(() => say(t('Copied'), { kind: 'good', lasts: 2500 })),
    preview: (name) => void selectAll(name, onPreview, previewRows),
    select: (name) => void selectAll(name, (statement) => onInsert(statement)),
  }
  return (
    <aside className={css['side']} data-open={isOpen || undefined} aria-label={t('Tables')}>
      <div className={css['head']}>
        <SearchInput dense className={css['search'] ?? ''} label={t('Search tables')} value={search} onValue={setSearch} />
        <IconButton dense label={t('Refresh')} icon={<RefreshCw />} onClick={() => void refresh()} />
      </div>
      {tables.isFetching && <ProgressLine label={t('Loading')} />}
      {tables.error && (
        <ErrorState title={t('The tables could not be loaded')} text={errorText(tables.error)} onRetry={() => void tables.refetch()} />
      )}
      <div ref={setScroller} className={css['rows']}>
        <ul style={{ height: rows.length * rowHeight }}>
          {rows.slice(first, end).map((row, i) => (
            <li key={keyOf(row)} className={css['row']} style={{ top: (first + i) * rowHeight }}>
              <Row
                row={row}
                actions={actions}
                isPinned={row.kind === 'table' && pinned.includes(row.table.value)}
                write={(name) => sqlName(name, backend)}
              />
            </li>
          ))}
        </ul>
        {tables.data && rows.length === 0 && (
          <p className={css['none']}>{search ? t('No results found') : t('This schema has no tables.')}</p>
        )}
      </div>
    </aside>
  )
}

const keyOf = (row: TreeRow) =>
  row.kind === 'table' ? row.table.value : row.kind === 'column' ? `${row.table} ${row.column.name}` : `${row.table} note`

type RowActions = Record<'toggle' | 'insert' | 'copy' | 'preview' | 'select' | 'pin', (name: string) => void>

type RowProps = { row: TreeRow; actions: RowActions; isPinned: boolean; /** A name as SQL. */ write: (name: string) => string }

/** A name that is dragged into the text. */
const dragged = (text: string) => ({
  draggable: true,
  onDragStart: ({ dataTransfer }: DragEvent) => dataTransfer.setData('text/plain', text),
})

const Row = ({ row, actions, isPinned, write }: RowProps) => {
  if (row.kind === 'note') return <span className={css['note']}>{row.text}</span>
  if (row.kind === 'column')
    return (
      <button
        type="button"
        className={css['column']}
        {...dragged(write(row.column.name))}
        title={row.column.comment ?? undefined}
        aria-label={t('Insert %(name)s', { name: row.column.name })}
        onClick={() => actions.insert(row.column.name)}
      >
        <span>{row.column.name}</span>
        {row.isKey && <KeyRound aria-label={t('Primary key')} />}
        <small>{row.column.type.toLowerCase()}</small>
      </button>
    )
  const { value: name, type } = row.table
  return (
    <>
      <button
        type="button"
        className={css['table']}
        {...dragged(write(name))}
        aria-expanded={row.isOpen}
        onClick={() => actions.toggle(name)}
      >
        {row.isOpen ? <ChevronDown aria-hidden /> : <ChevronRight aria-hidden />}
        {type === 'view' ? <Eye aria-hidden /> : <Table2 aria-hidden />}
        <span>{name}</span>
        {isPinned && <Pin aria-label={t('Pinned')} />}
      </button>
      <Menu
        label={t('Actions of %(name)s', { name })}
        align="end"
        entries={[
          { key: 'preview', label: t('Show 100 rows'), icon: <Play />, onSelect: () => actions.preview(name) },
          { key: 'select', label: t('Insert SELECT of all columns'), icon: <TextCursorInput />, onSelect: () => actions.select(name) },
          { key: 'pin', label: isPinned ? t('Unpin') : t('Pin to the top'), icon: <Pin />, onSelect: () => actions.pin(name) },
          { key: 'copy', label: t('Copy the name'), icon: <Copy />, onSelect: () => actions.copy(name) },
        ]}
      >
        <IconButton dense className={css['more']} label={t('Actions of %(name)s', { name })} icon={<Ellipsis />} />
      </Menu>
    </>
  )
}
