import { ArrowDown, ArrowUp, Ellipsis, Trash2 } from 'lucide-react'
import { useLayoutEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { t } from '#core/i18n/t.ts'
import { Checkbox } from '../ui/choice/Checkbox.tsx'
import { ColumnEdge } from '../ui/table/columns/ColumnEdge.tsx'
import { naturalWidth } from '../ui/table/columns/natural-width.ts'
import { useGivenWidths } from '../ui/table/columns/use-columns.ts'
import { cx } from '../ui/cx.ts'
import { IconButton } from '../ui/button/IconButton.tsx'
import { Menu } from '../ui/overlay/Menu.tsx'
import { Skeleton } from '../ui/feedback/Skeleton.tsx'
import { Star } from '../ui/button/Star.tsx'
import type { RefObject } from 'react'
import type { Widths } from '../ui/table/columns/resolve-widths.ts'
import type { ListColumn, ListConfig, ListRow } from './config.ts'
import { Thumbnail } from './Thumbnail.tsx'
import type { List } from './use-list.ts'
import words from '../ui/text/words.module.css'
import css from './ListTable.module.css'

export type BodyProps<R extends ListRow> = {
  config: ListConfig<R>
  list: List<R>
  rows: R[]
  selected: ReadonlySet<number>
  select: (ids: number[], on: boolean) => void
  remove: (rows: R[]) => void
}

export const ListTable = <R extends ListRow>({ loading, ...body }: BodyProps<R> & { loading: boolean }) => {
  const { config, list, rows, selected, select } = body
  const ids = rows.map(({ id }) => id)
  const table = useRef<HTMLTableElement>(null)
  const contents = useContents(table, config.shown, loading ? [] : rows)
  const [given, give] = useGivenWidths(`list ${config.tag}`)
  const chosen = ids.filter((id) => selected.has(id)).length
  return (
    <div className={css['card']}>
      <table ref={table} className={css['table']} aria-label={config.title}>
        <thead>
          <tr>
            <th className={css['check']}>
              <Checkbox
                label={t('Select all on this page')}
                checked={chosen > 0 && chosen === ids.length}
                mixed={chosen > 0}
                onChange={(on) => select(ids, on)}
              />
            </th>
            {config.stars && (
              <th className={css['star']}>
                <span className="visually-hidden">{t('Starred')}</span>
              </th>
            )}
            <HeadCell
              list={list}
              column={{
                key: 'name',
                head: t('Name'),
                sort: config.sorts.find(({ key }) => key.endsWith('name') || key.endsWith('title'))?.key ?? '',
                cell: () => null,
              }}
            />
            {config.shown.map((column) => (
              <HeadCell
                key={column.key}
                list={list}
                column={column}
                sized={{
                  width: given[column.key] ?? contents[column.key] ?? column.width ?? 120,
                  content: contents[column.key] ?? column.width ?? 120,
                  onResize: (width) => give({ [column.key]: width }),
                }}
              />
            ))}
            <th className={css['act']}>
              <span className="visually-hidden">{t('Actions')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {loading
            ? Array.from({ length: 12 }, (_, i) => <LoadingRow key={i} config={config} />)
            : rows.map((row) => <Row key={row.id} row={row} {...body} />)}
        </tbody>
      </table>
    </div>
  )
}

const [least, most] = [72, 280]
const padding = 24

/** px that each column needs for its head and the rows on the page; a column that is not shown has none. */
const useContents = <R extends ListRow>(table: RefObject<HTMLTableElement | null>, columns: ListColumn<R>[], rows: R[]): Widths => {
  const [contents, setContents] = useState<Widths>({})
  useLayoutEffect(() => {
    if (rows.length === 0) return
    const read = () => {
      const next: Widths = {}
      for (const { key } of columns) {
        const width = naturalWidth(table.current?.querySelectorAll(`[data-column="${CSS.escape(key)}"]`) ?? [])
        if (width > 0) next[key] = Math.min(most, Math.max(least, width + padding))
      }
      setContents((before) => (JSON.stringify(before) === JSON.stringify(next) ? before : next))
    }
    read()
    // Columns come and go with the width of the window.
    window.addEventListener('resize', read)
    return () => window.removeEventListener('resize', read)
  }, [table, columns, rows])
  return contents
}

const widthClass = (from: number | undefined) => (from ? css[`from${from}`] : undefined)

const HeadCell = <R extends ListRow>({
  list: { state, change },
  column: { key, head, sort, from },
  sized,
}: {
  list: List<R>
  column: ListColumn<R>
  /** The name has what the others leave. */
  sized?: { width: number; content: number; onResize: (width: number) => void }
}) => {
  const sorted = sort && state.sort === sort ? state.direction : undefined
  return (
    <th
      className={cx(widthClass(from))}
      style={{ width: sized?.width }}
      data-column={key}
      aria-sort={sorted && (sorted === 'asc' ? 'ascending' : 'descending')}
    >
      {sort ? (
        <button
          type="button"
          className={css['sort']}
          onClick={() =>
            change({ sort, direction: sorted === 'asc' ? 'desc' : sorted === 'desc' ? 'asc' : sort.startsWith('changed') ? 'desc' : 'asc' })
          }
        >
          {head}
          {sorted === 'asc' ? <ArrowUp /> : sorted === 'desc' && <ArrowDown />}
        </button>
      ) : (
        head
      )}
      {sized && <ColumnEdge name={head} at="start" {...sized} />}
    </th>
  )
}

const Row = <R extends ListRow>({ row, config, list, selected, select, remove }: BodyProps<R> & { row: R }) => {
  const name = config.name(row)
  const note = config.note?.(row)
  const mayEdit = config.mayEdit(row)
  const on = selected.has(row.id)
  const mayRemove = mayEdit && Boolean(config.remove)
  return (
    <tr className={cx(css['row'], on && css['chosen'])}>
      <td className={css['check']}>
        <Checkbox label={t('Select %(name)s', { name })} checked={on} onChange={(next) => select([row.id], next)} />
      </td>
      {config.stars && (
        <td className={css['star']}>
          <Star name={name} on={list.isStarred(row)} onToggle={(next) => list.star(row, next)} />
        </td>
      )}
      <td className={css['name']}>
        <div className={css['what']}>
          {config.thumbnail && (
            <Thumbnail className={css['thumbnail'] ?? ''} url={config.thumbnail(row)} width={64} height={40} icon={config.icon} />
          )}
          {!config.thumbnail && <span className={css['kind']}>{config.icon}</span>}
          <div className={words['words']}>
            <Link to={config.open(row)} className={cx(words['link'], words['rowLink'])} title={name}>
              {name}
            </Link>
            {note && (
              <span className={words['note']} title={note}>
                {note}
              </span>
            )}
          </div>
        </div>
      </td>
      {config.shown.map(({ key, from, cell }) => (
        <td key={key} className={cx(css['cell'], widthClass(from))} data-column={key}>
          {cell(row)}
        </td>
      ))}
      <td className={css['act']}>
        <div className={css['buttons']}>
          {mayRemove && (
            <IconButton
              dense
              className={css['onHover']}
              label={t('Delete')}
              aria-label={t('Delete %(name)s', { name })}
              icon={<Trash2 />}
              onClick={() => remove([row])}
            />
          )}
          <Menu
            label={t('Actions of %(name)s', { name })}
            placement="bottom-end"
            entries={[
              ...config.entries(row),
              ...(mayRemove
                ? ['divider' as const, { key: 'delete', label: t('Delete'), icon: <Trash2 />, danger: true, onSelect: () => remove([row]) }]
                : []),
            ]}
          >
            <IconButton dense label={t('Actions')} aria-label={t('Actions of %(name)s', { name })} icon={<Ellipsis />} />
          </Menu>
        </div>
      </td>
    </tr>
  )
}

const LoadingRow = <R extends ListRow>({ config }: { config: ListConfig<R> }) => (
  <tr className={css['row']}>
    <td className={css['check']} />
    {config.stars && <td className={css['star']} />}
    <td className={css['name']}>
      <div className={css['what']}>
        {config.thumbnail && <Skeleton width={64} height={40} />}
        <Skeleton width={180} />
      </div>
    </td>
    {config.shown.map(({ key, from }) => (
      <td key={key} className={cx(css['cell'], widthClass(from))}>
        <Skeleton width={72} />
      </td>
    ))}
    <td className={css['act']} />
  </tr>
)
