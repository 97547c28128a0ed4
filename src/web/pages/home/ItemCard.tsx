import { ChartColumn, LayoutDashboard } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { cx } from '../../ui/cx.ts'
import { Thumbnail } from '../../lists/rows/Thumbnail.tsx'
import type { HomeItem } from './home-data.ts'
import words from '../../ui/text/words.module.css'
import css from './ItemCard.module.css'

/** A chart or dashboard with its thumbnail. */
export const ItemCard = ({ item, note, star }: { item: HomeItem; note: string; star?: ReactNode }) => (
  <li className={css['card']}>
    <Thumbnail
      className={cx(css['picture'], item.kind === 'dashboard' && css['cover'])}
      url={item.thumbnail}
      width={276}
      height={172}
      icon={item.kind === 'chart' ? <ChartColumn /> : <LayoutDashboard />}
    />
    <div className={css['body']}>
      <div className={cx(words['words'], star !== undefined && css['starred'])}>
        <Link to={item.to} className={cx(words['link'], words['cardLink'], css['link'])} title={item.title}>
          {item.title}
        </Link>
        <span className={css['note']}>{note}</span>
      </div>
      {star && <span className={css['star']}>{star}</span>}
    </div>
  </li>
)
