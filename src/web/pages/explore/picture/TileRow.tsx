import { LayoutGrid } from 'lucide-react'
import { useRef, useState } from 'react'
import type { KeyboardEvent } from 'react'
import { t } from '#core/i18n/t.ts'
import { lazyDialog } from '../../../lazy/lazy-part.tsx'
import { cx } from '../../../ui/cx.ts'
import { Tooltip } from '../../../ui/overlay/Tooltip.tsx'
import { useExplore, useForm } from '../state/explore-context.ts'
import { loadChart } from '../../../frame/chart-registry.ts'
import { useRun } from '../state/run.ts'
import css from './Picture.module.css'
import { quickTiles } from './quick-tiles.ts'
import { useChosenInView } from './use-chosen-in-view.ts'
import { vizIcon } from './viz-icon.tsx'

const Gallery = lazyDialog(async () => (await import('./Gallery.tsx')).Gallery)

const steps: Record<string, number> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }

/** The tiles are one stop of Tab; arrows go from one to the other. */
const moveFocus = (event: KeyboardEvent<HTMLElement>) => {
  const tiles = [...event.currentTarget.querySelectorAll<HTMLElement>('[role=radio]')]
  const at = tiles.indexOf(event.target as HTMLElement)
  const step = steps[event.key]
  if (step === undefined || at < 0) return
  event.preventDefault()
  const next = tiles[(at + step + tiles.length) % tiles.length]
  next?.focus()
  next?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
}

/** The quick types, the present one among them, and the way to all others. */
export const TileRow = () => {
  const { viz_type: vizType } = useForm()
  const switchTo = useExplore((state) => state.switchTo)
  const [open, setOpen] = useState(false)
  const present = useRun().chart
  const isQuick = quickTiles.some((tile) => tile.vizType === vizType)
  const own = present?.viz_type === vizType && {
    vizType,
    word: t(present.tile?.word ?? present.name).replace(/ (Chart|Plot)$/, ''),
    name: present.name,
    category: present.category,
    ...(present.icon && { icon: present.icon }),
  }
  const quick = quickTiles.map((tile) => ({ ...tile, word: t(tile.word) }))
  const shown = own && !isQuick ? [...quick, own] : quick
  const row = useRef<HTMLDivElement>(null)
  const { more, read } = useChosenInView(row, isQuick || own ? vizType : null)
  return (
    <div className={css['tiles']}>
      <div
        ref={row}
        role="radiogroup"
        aria-label={t('Type of chart')}
        className={cx(css['tileGroup'], more.before && css['moreBefore'], more.after && css['moreAfter'])}
        onKeyDown={moveFocus}
        onScroll={(event) => read(event.currentTarget)}
      >
        {shown.map((tile, i) => (
          <Tooltip key={tile.vizType} isName text={t(tile.name)}>
            <button
              type="button"
              role="radio"
              data-tile={tile.vizType}
              aria-checked={tile.vizType === vizType}
              tabIndex={tile.vizType === vizType || (!own && i === 0) ? 0 : -1}
              aria-label={t(tile.name)}
              className={cx(css['tile'], tile.vizType === vizType && css['chosen'])}
              onPointerEnter={() => void loadChart(tile.vizType).catch(() => undefined)}
              onClick={() => void switchTo(tile.vizType)}
            >
              {vizIcon(tile)}
              <span>{tile.word}</span>
            </button>
          </Tooltip>
        ))}
      </div>
      <button type="button" className={cx(css['tile'], css['all'])} onClick={() => setOpen(true)}>
        <LayoutGrid />
        <span>{t('All charts')}</span>
      </button>
      {open && (
        <Gallery
          value={vizType}
          onClose={() => setOpen(false)}
          onSelect={(next) => {
            setOpen(false)
            void switchTo(next)
          }}
        />
      )}
    </div>
  )
}
