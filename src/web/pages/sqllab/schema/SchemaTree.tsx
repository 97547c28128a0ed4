import { useQueryClient } from '@tanstack/react-query'
import { RefreshCw } from 'lucide-react'
import { useDeferredValue, useState } from 'react'
import { t } from '#core/i18n/t.ts'
import { sqlName } from '../../../controls/field/kind.ts'
import { errorText } from '../../../data/call-error.ts'
import { copyText } from '../../../ui/button/copy-text.ts'
import { IconButton } from '../../../ui/button/IconButton.tsx'
import { ProgressLine } from '../../../ui/feedback/ProgressLine.tsx'
import { say } from '../../../ui/feedback/toast.ts'
import { SearchInput } from '../../../ui/text/SearchInput.tsx'
import { useVirtualRange } from '../../../ui/virtual/use-virtual-range.ts'
import { columnsQuery } from '../state/use-catalogue.ts'
import css from './SchemaTree.module.css'
import { readPins, writePins } from './pins.ts'
import { refreshTree } from './refresh-tree.ts'
import { TreeLine, type LineActions } from './TreeLine.tsx'
import { keyOf, nodeOf, type TableNode } from './tree-nodes.ts'
import { treeRows } from './tree-rows.ts'
import { useCatalogLevel, useTreeData } from './use-tree-data.ts'

type Props = {
  databaseId: number
  backend: string
  /** The catalog and schema that statements run in. */
  catalog: string | null
  schema: string
  /** Writes a text at the cursor. */
  onInsert: (text: string) => void
  /** Runs a statement in a catalog, for so many rows. */
  onPreview: (statement: string, how: { catalog: string | null; limit: number }) => void
  /** In narrow windows it is a drawer, which is closed at first. */
  isOpen: boolean
}

const rowHeight = 28
const previewRows = 100

/** Engines that name a table of another catalog in a statement. */
const namesCatalogs = new Set(['trino', 'databricks', 'snowflake', 'bigquery'])

/** What a database holds, down to the columns, and a search through all of it. */
export const SchemaTree = ({ databaseId, backend, catalog, schema, onInsert, onPreview, isOpen }: Props) => {
  const client = useQueryClient()
  const [search, setSearch] = useState('')
  const shownSearch = useDeferredValue(search)
  const [toggled, setToggled] = useState<ReadonlyMap<string, boolean>>(new Map())
  const [pinned, setPinned] = useState(() => readPins(databaseId))
  const [scroller, setScroller] = useState<HTMLElement | null>(null)
  const level = useCatalogLevel(databaseId)
  const [first = null] = level.catalogs
  const here = { catalog: first === null ? null : (catalog ?? first), schema }
  const open = new Set([keyOf({ catalog: here.catalog }), keyOf(here)])
  for (const [key, is] of toggled) if (is) open.add(key)
  for (const [key, is] of toggled) if (!is) open.delete(key)
  const { data, isLoading } = useTreeData({ databaseId, catalogs: level.catalogs, open, isSearching: search.trim() !== '' })
  const rows = treeRows(data, { open, pinned, search: shownSearch })
  const [start, end] = useVirtualRange({ scroller, count: rows.length, size: rowHeight })

  const refresh = async () => {
    try {
      const nodes = [...open].map((key) => nodeOf(key.replace(/^pinned /, '')))
      await refreshTree(client, databaseId, { catalogs: level.catalogs, nodes })
    } catch (error) {
      say(errorText(error), { kind: 'bad' })
    }
  }

  const isHere = (node: TableNode) => node.catalog === here.catalog && node.schema === here.schema
  /** A name as short as it may be in the catalog and schema that statements run in. */
  const write = (name: TableNode | string): string => {
    if (typeof name === 'string') return sqlName(name, backend)
    return isHere(name) || !name.schema ? sqlName(name.table, backend) : fullName(name)
  }
  const fullName = (node: TableNode): string => {
    const isElsewhere = node.catalog !== null && node.catalog !== here.catalog && namesCatalogs.has(backend)
    return [...(isElsewhere ? [node.catalog ?? ''] : []), ...(node.schema ? [node.schema] : []), node.table]
      .map((part) => sqlName(part, backend))
      .join('.')
  }

  /** A statement that reads the columns that the table has now. */
  const selectAll = async (node: TableNode, use: (statement: string) => void) => {
    try {
      const { columns } = await client.fetchQuery(columnsQuery(databaseId, node, node.table))
      const names = columns.map((column) => `  ${sqlName(column.name, backend)}`).join(',\n')
      use(`SELECT\n${names || '  *'}\nFROM ${fullName(node)}`)
    } catch (error) {
      say(errorText(error), { kind: 'bad' })
    }
  }

  const isPinned = (node: TableNode) => pinned.some((one) => keyOf(one) === keyOf(node))
  const actions: LineActions = {
    toggle: (key) => setToggled(new Map(toggled).set(key, !open.has(key))),
    pin: (node) => {
      const next = isPinned(node) ? pinned.filter((one) => keyOf(one) !== keyOf(node)) : [...pinned, node]
      setPinned(next)
      writePins(databaseId, next)
    },
    insert: onInsert,
    copy: (name) => void copyText(name).then(() => say(t('Copied'), { kind: 'good', lasts: 2500 })),
    preview: (node) => void selectAll(node, (statement) => onPreview(statement, { catalog: node.catalog ?? catalog, limit: previewRows })),
    select: (node) => void selectAll(node, onInsert),
  }
  return (
    <aside className={css['side']} data-open={isOpen || undefined} aria-label={t('Tables')}>
      <div className={css['head']}>
        <SearchInput dense className={css['search'] ?? ''} label={t('Search tables and columns')} value={search} onValue={setSearch} />
        <IconButton dense label={t('Refresh')} icon={<RefreshCw />} onClick={() => void refresh()} />
      </div>
      {(isLoading || level.isFetching) && <ProgressLine label={t('Loading')} />}
      <div ref={setScroller} className={css['rows']}>
        <ul style={{ height: rows.length * rowHeight }}>
          {rows.slice(start, end).map((row, i) => (
            <li key={row.key} className={css['row']} style={{ top: (start + i) * rowHeight }}>
              <TreeLine row={row} actions={actions} isPinned={isPinned} write={write} />
            </li>
          ))}
        </ul>
        {rows.length === 0 && !isLoading && search && <p className={css['none']}>{t('No results found')}</p>}
      </div>
    </aside>
  )
}
