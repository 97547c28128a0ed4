import { Ellipsis, Trash2 } from 'lucide-react'
import { Link } from 'react-router'
import { t } from '#core/i18n/t.ts'
import { Checkbox } from '../ui/choice/Checkbox.tsx'
import { cx } from '../ui/cx.ts'
import { IconButton } from '../ui/button/IconButton.tsx'
import { Menu } from '../ui/overlay/Menu.tsx'
import { Star } from '../ui/button/Star.tsx'
import type { ListRow } from './config.ts'
import type { BodyProps } from './ListTable.tsx'
import { Thumbnail } from './Thumbnail.tsx'
import words from '../ui/text/words.module.css'
import css from './ListCards.module.css'

export const ListCards = <R extends ListRow>(body: BodyProps<R>) => (
  <ul className={css['grid']} aria-label={body.config.title}>
    {body.rows.map((row) => (
      <Card key={row.id} row={row} {...body} />
    ))}
  </ul>
)

const Card = <R extends ListRow>({ row, config, list, selected, select, remove }: BodyProps<R> & { row: R }) => {
  const name = config.name(row)
  const on = selected.has(row.id)
  const mayRemove = config.mayEdit(row) && Boolean(config.remove)
  return (
    <li className={cx(css['card'], on && css['chosen'])}>
      <Thumbnail className={css['picture'] ?? ''} url={config.thumbnail?.(row)} width={266} height={124} icon={config.icon} />
      <div className={css['pick']}>
        <Checkbox label={t('Select %(name)s', { name })} checked={on} onChange={(next) => select([row.id], next)} />
      </div>
      <div className={css['menu']}>
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
          <IconButton dense bordered label={t('Actions')} aria-label={t('Actions of %(name)s', { name })} icon={<Ellipsis />} />
        </Menu>
      </div>
      <div className={css['body']}>
        <div className={words['words']}>
          <Link to={config.open(row)} className={cx(words['link'], words['cardLink'], css['link'])} title={name}>
            {name}
          </Link>
          {config.card?.(row).lines.map((line) => (
            <span key={line} className={words['note']}>
              {line}
            </span>
          ))}
        </div>
        {config.stars && (
          <Star className={css['star'] ?? ''} name={name} on={list.isStarred(row)} onToggle={(next) => list.star(row, next)} />
        )}
      </div>
    </li>
  )
}
