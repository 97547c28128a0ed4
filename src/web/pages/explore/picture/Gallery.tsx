import Fuse from 'fuse.js'
import { useMemo, useState } from 'react'
import { charts, findChart } from '#charts/index.ts'
import { t } from '#core/i18n/t.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { cx } from '../../../ui/cx.ts'
import { Dialog } from '../../../ui/overlay/Dialog.tsx'
import { SearchInput } from '../../../ui/text/SearchInput.tsx'
import css from './Gallery.module.css'
import { categoriesOf, onShelf, recommendedTags, tagsOf } from './gallery-list.ts'
import type { Shelf } from './gallery-list.ts'
import { vizIcon } from './viz-icon.tsx'

type Props = { value: string; onSelect: (vizType: string) => void; onClose: () => void }

const fuse = new Fuse([...charts], {
  threshold: 0.3,
  ignoreLocation: true,
  keys: [
    { name: 'name', weight: 4 },
    { name: 'tags', weight: 2 },
    { name: 'description', weight: 1 },
  ],
})

const sameShelf = (a: Shelf, b: Shelf) => a.kind === b.kind && (a.kind === 'all' || (b.kind !== 'all' && a.name === b.name))

/** All chart types by category and tag, with search and descriptions. */
export const Gallery = ({ value, onSelect, onClose }: Props) => {
  const [shelf, setShelf] = useState<Shelf>({ kind: 'all' })
  const [search, setSearch] = useState('')
  const [chosen, setChosen] = useState<string | null>(value)
  const shown = useMemo(
    () => (search.trim() === '' ? onShelf(charts, shelf) : fuse.search(search.trim()).map(({ item }) => item)),
    [search, shelf],
  )
  const detail = chosen === null ? undefined : findChart(chosen)

  const openShelf = (next: Shelf) => {
    setShelf(next)
    setSearch('')
    if (!onShelf(charts, next).some((chart) => chart.viz_type === chosen)) setChosen(null)
  }
  const shelfButton = (next: Shelf, label: string) => (
    <button
      key={label}
      type="button"
      className={cx(css['shelf'], search === '' && sameShelf(shelf, next) && css['open'])}
      aria-pressed={search === '' && sameShelf(shelf, next)}
      onClick={() => openShelf(next)}
    >
      {label}
    </button>
  )
  return (
    <Dialog
      open
      bare
      width={1090}
      height={640}
      title={t('Select a visualization type')}
      onClose={onClose}
      footer={
        <>
          <Button kind="quiet" onClick={onClose}>
            {t('Cancel')}
          </Button>
          <Button kind="primary" disabled={chosen === null} onClick={() => chosen !== null && onSelect(chosen)}>
            {t('Select')}
          </Button>
        </>
      }
    >
      <div className={css['gallery']}>
        <nav className={css['shelves']} aria-label={t('Chart categories')}>
          {shelfButton({ kind: 'all' }, t('All charts'))}
          <h3>{t('Recommended tags')}</h3>
          {recommendedTags.map((name) => shelfButton({ kind: 'tag', name }, t(name)))}
          <h3>{t('Category')}</h3>
          {categoriesOf(charts).map((name) => shelfButton({ kind: 'category', name }, t(name)))}
          <h3>{t('Tags')}</h3>
          {tagsOf(charts).map((name) => shelfButton({ kind: 'tag', name }, t(name)))}
        </nav>
        <div className={css['main']}>
          <div className={css['search']}>
            <SearchInput label={t('Search all charts')} value={search} onValue={setSearch} wait={60} data-autofocus="" />
          </div>
          <div className={css['tiles']} role="listbox" aria-label={t('Charts')}>
            {shown.map((chart) => (
              <button
                key={chart.viz_type}
                type="button"
                role="option"
                aria-selected={chart.viz_type === chosen}
                className={css['tile']}
                onClick={() => setChosen(chart.viz_type)}
                onDoubleClick={() => onSelect(chart.viz_type)}
              >
                {vizIcon(chart)}
                <span>{t(chart.name)}</span>
              </button>
            ))}
            {shown.length === 0 && <p className={css['none']}>{t('No results found')}</p>}
          </div>
        </div>
        <aside className={css['detail']} aria-live="polite">
          {detail && (
            <>
              <h3>{t(detail.name)}</h3>
              <p>{detail.description ? t(detail.description) : t('No description available.')}</p>
              <div className={css['tags']}>
                {detail.tags.map((tag) => (
                  <span key={tag}>{t(tag)}</span>
                ))}
              </div>
            </>
          )}
        </aside>
      </div>
    </Dialog>
  )
}
