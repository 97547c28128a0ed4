import { t } from '#core/i18n/t.ts'
import { Checkbox } from '../../ui/choice/Checkbox.tsx'
import { cx } from '../../ui/cx.ts'
import { GridList } from '../../ui/table/GridList.tsx'
import words from '../../ui/text/words.module.css'
import type { ListRow } from '../config.ts'
import type { BodyProps } from './ListTable.tsx'
import { OpenLink, useOpen } from './OpenLink.tsx'
import { RowActions } from './RowActions.tsx'
import { Thumbnail } from './Thumbnail.tsx'
import { UserStar } from './UserStar.tsx'
import css from './ListCards.module.css'

/** Height in px of a card with picture and name, and of each line below. */
const [cardHeight, lineHeight] = [174, 16]

export const ListCards = <R extends ListRow>({ isLoading, ...body }: BodyProps<R> & { isLoading: boolean }) => {
  const { config, rows, selected, onSelect } = body
  const open = useOpen()
  const lines = Math.max(1, ...rows.map((row) => config.card?.(row).lines.length ?? 0))
  const toggle = (id: number) => {
    const next = new Set(selected)
    if (!next.delete(String(id))) next.add(String(id))
    onSelect(next)
  }
  const cardAt = (index: number) => rows[index] && <Card {...body} row={rows[index]} onToggle={toggle} />
  return (
    <GridList
      label={config.title}
      isInPage
      itemCount={rows.length}
      minItemWidth={240}
      itemHeight={cardHeight + lines * lineHeight}
      loadingItems={isLoading ? 8 : 0}
      onOpen={(index) => rows[index] && open(config.open(rows[index]))}
      selection={{
        selected,
        onChange: onSelect,
        keyOf: (index) => String(rows[index]?.id),
        nameOf: (index) => (rows[index] ? config.name(rows[index]) : ''),
      }}
      item={cardAt}
    />
  )
}

const Card = <R extends ListRow>({
  row,
  config,
  list,
  selected,
  remove,
  onToggle,
}: BodyProps<R> & { row: R; onToggle: (id: number) => void }) => {
  const name = config.name(row)
  const isSelected = selected.has(String(row.id))
  return (
    <div className={cx(css['card'], isSelected && css['chosen'])}>
      <Thumbnail className={css['picture'] ?? ''} url={config.thumbnail?.(row)} width={266} height={124} icon={config.icon} />
      <div className={css['pick']}>
        <Checkbox label={t('Select %(name)s', { name })} checked={isSelected} onChange={() => onToggle(row.id)} />
      </div>
      <RowActions className={css['menu'] ?? ''} bordered config={config} row={row} onRemove={() => remove([row])} />
      <div className={css['body']}>
        <div className={words['words']}>
          <OpenLink target={config.open(row)} className={cx(words['link'], words['cardLink'], css['link'])}>
            {name}
          </OpenLink>
          {config.card?.(row).lines.map((line) => (
            <span key={line} className={words['note']}>
              {line}
            </span>
          ))}
        </div>
        {config.stars && (
          <UserStar className={css['star'] ?? ''} name={name} on={list.isStarred(row)} onToggle={(next) => list.star(row, next)} />
        )}
      </div>
    </div>
  )
}
