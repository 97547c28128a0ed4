import { ChevronLeft, ChevronRight } from 'lucide-react'
import { t } from '#core/i18n/t.ts'
import { IconButton } from '../../ui/button/IconButton.tsx'
import { pageSize } from './list-state.ts'
import css from './Pager.module.css'

type Props = {
  page: number
  count: number
  /** Rows of a page. */
  size?: number
  onPage: (page: number) => void
}

export const Pager = ({ page, count, size = pageSize, onPage }: Props) => {
  const last = Math.ceil(count / size) - 1
  const number = (value: number) => value.toLocaleString(t.locale)
  return (
    <nav className={css['pager']} aria-label={t('Pages')}>
      <span className={css['range']}>
        {t('%(from)s–%(to)s of %(count)s', {
          from: number(page * size + 1),
          to: number(Math.min(count, (page + 1) * size)),
          count: number(count),
        })}
      </span>
      <IconButton
        dense
        label={t('Previous page')}
        icon={<ChevronLeft />}
        focusableWhenDisabled
        disabled={page === 0}
        onClick={() => onPage(page - 1)}
      />
      <IconButton
        dense
        label={t('Next page')}
        icon={<ChevronRight />}
        focusableWhenDisabled
        disabled={page >= last}
        onClick={() => onPage(page + 1)}
      />
    </nav>
  )
}
