import { useLayoutEffect, useRef, useState, type ReactNode, type RefObject } from 'react'
import { t } from '#core/i18n/t.ts'
import { naturalWidth } from '../../ui/table/columns/natural-width.ts'
import type { TableColumn } from '../../ui/table/columns.ts'
import type { Widths } from '../../ui/table/model/resolve-widths.ts'
import type { Sort } from '../../ui/table/model/sort.ts'
import { Table } from '../../ui/table/Table.tsx'
import { measure } from '../../ui/text/measure.ts'
import { useMedia, useNarrow } from '../../ui/use-media.ts'
import type { ListColumn, ListConfig, ListRow } from '../config.ts'
import { useOpen } from './OpenLink.tsx'
import { RowActions } from './RowActions.tsx'
import { RowName } from './RowName.tsx'
import type { List } from '../page/use-list.ts'
import { UserStar } from './UserStar.tsx'
import css from './ListTable.module.css'

export type BodyProps<R extends ListRow> = {
  config: ListConfig<R>
  list: List<R>
  rows: R[]
  /** Row ids as strings, including rows of other pages. */
  selected: ReadonlySet<string>
  onSelect: (selected: ReadonlySet<string>) => void
  remove: (rows: R[]) => void
}

const loadingRows = 12

export const ListTable = <R extends ListRow>({ isLoading, ...body }: BodyProps<R> & { isLoading: boolean }) => {
  const { config, list, rows, selected, onSelect, remove } = body
  const isNarrow = useNarrow()
  const isSelectable = !isNarrow && Boolean(config.remove || config.bulk?.length)
  const open = useOpen()
  const card = useRef<HTMLDivElement>(null)
  const shown = useShownColumns(config.shown)
  const contents = useContentWidths(card, shown, isLoading ? [] : rows)
  const { sort: key, direction } = list.state
  const onSort = (sort: Sort | null) => sort && list.change({ sort: sort.key, direction: sort.direction })
  const nameSort = config.sorts.find((sort) => sort.key.endsWith('name') || sort.key.endsWith('title'))?.key

  const columns: TableColumn[] = [
    ...(config.stars ? [{ ...unsized, key: 'star', head: t('Starred'), width: isNarrow ? 48 : 36 }] : []),
    {
      key: 'name',
      head: config.nameHead ?? t('Name'),
      grows: true,
      isResizable: false,
      content: nameWidth(rows.map(config.name), config.thumbnail ? 64 : 24),
      min: minNameWidth,
      ...(nameSort && { sort: { key: nameSort } }),
    },
    ...shown.map(({ key: column, head, sort, width = 120 }) => ({
      key: column,
      head,
      width: contents[column] ?? width,
      min: minShrunk,
      ...(sort && { sort: { key: sort, first: sort.startsWith('changed') ? ('desc' as const) : ('asc' as const) } }),
    })),
    { ...unsized, key: 'actions', head: t('Actions'), width: isNarrow ? 48 : 104, align: 'right' },
  ]
  const contentOf = (row: R, column: string): ReactNode => {
    if (column === 'name') return <RowName config={config} row={row} />
    if (column === 'star') {
      const name = config.name(row)
      return <UserStar className={css['above'] ?? ''} name={name} on={list.isStarred(row)} onToggle={(on) => list.star(row, on)} />
    }
    if (column === 'actions')
      return <RowActions config={config} row={row} onRemove={() => remove([row])} hasButtons={!isNarrow} className={css['above'] ?? ''} />
    return <div className={css['cell']}>{shown.find(({ key: shownKey }) => shownKey === column)?.cell(row)}</div>
  }

  return (
    <div ref={card}>
      <Table
        label={config.title}
        id={`list ${config.id}`}
        className={css['table'] ?? ''}
        isInPage
        isHeadHidden={isNarrow}
        outerPadding={isNarrow ? 12 : 16}
        headHeight={36}
        rowHeight={isNarrow ? 64 : 52}
        columns={columns}
        rowCount={isLoading ? 0 : rows.length}
        loadingRows={isLoading ? loadingRows : 0}
        cell={(row, column) => rows[row] && contentOf(rows[row], column.key)}
        sorting={{ sort: { key, direction }, onSort, isRequired: true }}
        onOpen={(row) => rows[row] && open(config.open(rows[row]))}
        {...(isSelectable && {
          selection: {
            selected,
            onChange: onSelect,
            keyOf: (row) => String(rows[row]?.id),
            nameOf: (row) => (rows[row] ? config.name(rows[row]) : ''),
            allLabel: t('Select all on this page'),
          },
        })}
      />
    </div>
  )
}

const unsized = { isHeadHidden: true, isResizable: false }

/** Columns that the window has room for. */
const useShownColumns = <R extends ListRow>(columns: ListColumn<R>[]): ListColumn<R>[] => {
  const lacks = { phone: useMedia('phone'), tablet: useMedia('tablet'), desktop: useMedia('desktop') }
  return columns.filter(({ hiddenOn }) => hiddenOn === undefined || !lacks[hiddenOn])
}

const [minNameWidth, maxNameWidth] = [160, 480]

/** px that the column of names needs for the longest of them, behind a picture or an icon. */
const nameWidth = (names: string[], pictureWidth: number): number => {
  const longest = Math.max(0, ...names.map((name) => measure(name, 13, 600)))
  return Math.min(maxNameWidth, Math.max(minNameWidth, Math.ceil(longest) + pictureWidth + padding))
}

const [minContent, maxContent] = [72, 280]
/** px that a column keeps where names need the room. */
const minShrunk = 96
const padding = 24

/** Width in px that each column needs for its header and its rows. */
const useContentWidths = <R extends ListRow>(card: RefObject<HTMLElement | null>, columns: ListColumn<R>[], rows: R[]): Widths => {
  const [contents, setContents] = useState<Widths>({})
  useLayoutEffect(() => {
    if (rows.length === 0) return
    const read = () => {
      const next: Widths = {}
      for (const { key } of columns) {
        const width = naturalWidth(card.current?.querySelectorAll(`[data-column="${CSS.escape(key)}"]`) ?? [])
        if (width > 0) next[key] = Math.min(maxContent, Math.max(minContent, width + padding))
      }
      setContents((before) => (JSON.stringify(before) === JSON.stringify(next) ? before : next))
    }
    read()
  }, [card, columns, rows])
  return contents
}
