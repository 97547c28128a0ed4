import { ArrowDown, ArrowUp, Ellipsis, Trash2 } from 'lucide-react'
import { Link } from 'react-router'
import { t } from '#core/i18n/t.ts'
import { Checkbox } from '../ui/Checkbox.tsx'
import { cx } from '../ui/cx.ts'
import { IconButton } from '../ui/IconButton.tsx'
import { Menu } from '../ui/Menu.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { Star } from '../ui/Star.tsx'
import type { ListColumn, ListConfig, ListRow } from './config.ts'
import { Thumbnail } from './Thumbnail.tsx'
import type { List } from './use-list.ts'
import words from '../ui/words.module.css'
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
  const chosen = ids.filter((id) => selected.has(id)).length
  return (
    <div className={css['card']}>
      <table className={css['table']} aria-label={config.title}>
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
              <HeadCell key={column.key} list={list} column={column} />
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

const widthClass = (from: number | undefined) => (from ? css[`from${from}`] : undefined)

const HeadCell = <R extends ListRow>({
  list: { state, change },
  column: { head, sort, width, from },
}: {
  list: List<R>
  column: ListColumn<R>
}) => {
  const sorted = sort && state.sort === sort ? state.direction : undefined
  return (
    <th className={cx(widthClass(from))} style={{ width }} aria-sort={sorted && (sorted === 'asc' ? 'ascending' : 'descending')}>
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
        <td key={key} className={cx(css['cell'], widthClass(from))}>
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
