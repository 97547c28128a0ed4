import { useQueryClient } from '@tanstack/react-query'
import { memo, useState, type ReactNode } from 'react'
import { t } from '#core/i18n/t.ts'
import { sqlName } from '../../../controls/field/kind.ts'
import { errorText } from '../../../data/call-error.ts'
import { copyAndSay } from '../../../ui/button/copy-and-say.ts'
import { ProgressLine } from '../../../ui/feedback/ProgressLine.tsx'
import { say } from '../../../ui/feedback/toast.ts'
import { useVirtualRange } from '../../../ui/virtual/use-virtual-range.ts'
import { columnsQuery } from '../state/use-catalogue.ts'
import css from './SchemaTree.module.css'
import { readPins, writePins } from './pins.ts'
import { TreeLine, type LineActions, type LineProps } from './TreeLine.tsx'
import { keyOf, type TableNode } from './tree-nodes.ts'
import { treeRows, type TreeRows } from './tree-rows.ts'
import { useOpenPlaces, type Toggled } from './use-open-places.ts'
import { useTreeData } from './use-tree-data.ts'

export type TreeProps = {
  databaseId: number
  backend: string
  /** The catalog and schema that statements run in. */
  catalog: string | null
  schema: string
  /** Writes a text at the cursor. */
  onInsert: (text: string) => void
  /** Runs a statement in a catalog, for so many rows. */
  onPreview: (statement: string, how: { catalog: string | null; limit: number }) => void
}

type Props = TreeProps & { search: string; toggled: Toggled; onToggled: (toggled: Toggled) => void }

const rowHeight = 28
const previewRows = 100

/** Engines that name a table of another catalog in a statement. */
const namesCatalogs = new Set(['trino', 'databricks', 'snowflake', 'bigquery'])

/** The lines of the tree. They are drawn apart from the search, which does not wait for them. */
export const TreeLines = memo((props: Props) => {
  const { databaseId, backend, catalog, onInsert, onPreview, search, toggled, onToggled } = props
  const client = useQueryClient()
  const [pinned, setPinned] = useState(() => readPins(databaseId))
  const { level, here, open } = useOpenPlaces(props, toggled)
  const isSearching = search.trim() !== ''
  const { data, isLoading } = useTreeData({ databaseId, catalogs: level.catalogs, open, isSearching })
  const rows = treeRows(data, { open, pinned, search })

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
    toggle: (key) => onToggled(new Map(toggled).set(key, !open.has(key))),
    pin: (node) => {
      const next = isPinned(node) ? pinned.filter((one) => keyOf(one) !== keyOf(node)) : [...pinned, node]
      setPinned(next)
      writePins(databaseId, next)
    },
    insert: onInsert,
    copy: (name) => void copyAndSay(name),
    preview: (node) => void selectAll(node, (statement) => onPreview(statement, { catalog: node.catalog ?? catalog, limit: previewRows })),
    select: (node) => void selectAll(node, onInsert),
  }
  return (
    <>
      {(isLoading || level.isFetching) && <ProgressLine label={t('Loading')} />}
      <LinesInView rows={rows} isSearching={isSearching} line={{ actions, isPinned, write }}>
        {rows.count === 0 && !isLoading && isSearching && <p className={css['none']}>{t('No results found')}</p>}
      </LinesInView>
    </>
  )
})

type ViewProps = { rows: TreeRows; isSearching: boolean; line: Omit<LineProps, 'row'>; children: ReactNode }

/** Scrolling draws this alone. */
const LinesInView = ({ rows, isSearching, line, children }: ViewProps) => {
  const [scroller, setScroller] = useState<HTMLElement | null>(null)
  const [start, end] = useVirtualRange({ scroller, count: rows.count, size: rowHeight })
  return (
    <div ref={setScroller} className={css['rows']}>
      <ul style={{ height: rows.count * rowHeight }}>
        {rows.slice(start, end).map((row, i) => (
          // What a search finds changes with each key: its lines take the elements of those before.
          <li key={isSearching ? start + i : row.key} className={css['row']} style={{ top: (start + i) * rowHeight }}>
            <TreeLine row={row} {...line} />
          </li>
        ))}
      </ul>
      {children}
    </div>
  )
}
