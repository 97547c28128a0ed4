import { ChevronLeft, ChevronRight } from 'lucide-react'
import type { DrawContext } from '../../chart.ts'
import css from './Table.module.css'
import type { Pages } from './use-pages.tsx'

export const Pager = ({ pages: { rowCount, pageCount, page, turnTo }, t }: { pages: Pages; t: DrawContext['t'] }) => (
  <div className={css['pager']}>
    <span>{t.plural(rowCount, '%(count)s row', '%(count)s rows')}</span>
    <button type="button" aria-label={t('Previous page')} aria-disabled={page === 0} onClick={() => turnTo(page - 1)}>
      <ChevronLeft />
    </button>
    <span>{t('%(page)s of %(pages)s', { page: page + 1, pages: pageCount })}</span>
    <button type="button" aria-label={t('Next page')} aria-disabled={page + 1 >= pageCount} onClick={() => turnTo(page + 1)}>
      <ChevronRight />
    </button>
  </div>
)
