import { LayoutGrid } from 'lucide-react'
import { useRef, useState } from 'react'
import type { KeyboardEvent } from 'react'
import { t } from '#core/i18n/t.ts'
import { useSession } from '../../../data/session.ts'
import { lazyDialog } from '../../../lazy/lazy-part.tsx'
import { cx } from '../../../ui/cx.ts'
import { Tooltip } from '../../../ui/overlay/Tooltip.tsx'
import { useExplore, useForm } from '../state/explore-context.ts'
import { loadSwitch } from '../state/switch/load-switch.ts'
import { loadChart } from '../../../frame/chart-registry.ts'
import { useRun } from '../state/run.ts'
import css from './Picture.module.css'
import { quickTiles } from './quick-tiles.ts'
import { useChosenInView } from './use-chosen-in-view.ts'
import { vizIcon } from './viz-icon.tsx'

const loadGallery = async () => (await import('./gallery/Gallery.tsx')).Gallery
const Gallery = lazyDialog(loadGallery)

const steps: Record<string, number> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }

/** Roving focus: the tiles are one tab stop, and arrow keys move between them. */
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

/** Tiles for common chart types and the current one, and a button for the gallery. */
export const TileRow = () => {
  const { viz_type: vizType } = useForm()
  const switchTo = useExplore((state) => state.switchTo)
  const [open, setOpen] = useState(false)
  const currentChart = useRun().chart
  const { denied_viz_types: denied } = useSession()
  const tiles = quickTiles.filter((tile) => tile.vizType === vizType || !denied.includes(tile.vizType))
  const isQuick = tiles.some((tile) => tile.vizType === vizType)
  const currentTile = currentChart?.viz_type === vizType && {
    vizType,
    word: t(currentChart.tile?.word ?? currentChart.name).replace(/ (Chart|Plot)$/, ''),
    name: currentChart.name,
    category: currentChart.category,
    ...(currentChart.icon && { icon: currentChart.icon }),
  }
  const quick = tiles.map((tile) => ({ ...tile, word: t(tile.word) }))
  const shown = currentTile && !isQuick ? [...quick, currentTile] : quick
  const row = useRef<HTMLDivElement>(null)
  const { more, updateOverflow } = useChosenInView(row, isQuick || currentTile ? vizType : null)
  return (
    <div className={css['tiles']}>
      <div
        ref={row}
        role="radiogroup"
        aria-label={t('Chart type')}
        className={cx(css['tileGroup'], more.before && css['moreBefore'], more.after && css['moreAfter'])}
        onKeyDown={moveFocus}
        onScroll={(event) => updateOverflow(event.currentTarget)}
      >
        {shown.map((tile, i) => (
          <Tooltip key={tile.vizType} isName text={t(tile.name)}>
            <button
              type="button"
              role="radio"
              data-tile={tile.vizType}
              aria-checked={tile.vizType === vizType}
              tabIndex={tile.vizType === vizType || (!currentTile && i === 0) ? 0 : -1}
              aria-label={t(tile.name)}
              className={cx(css['tile'], tile.vizType === vizType && css['chosen'])}
              onPointerEnter={() => void Promise.all([loadChart(tile.vizType), loadSwitch()]).catch(() => undefined)}
              onClick={() => void switchTo(tile.vizType)}
            >
              {vizIcon(tile)}
              <span>{tile.word}</span>
            </button>
          </Tooltip>
        ))}
      </div>
      <Tooltip isName text={t('View all charts')}>
        <button
          type="button"
          className={cx(css['tile'], css['all'])}
          aria-label={t('View all charts')}
          onPointerEnter={() => void Promise.all([loadGallery(), loadSwitch()]).catch(() => undefined)}
          onClick={() => setOpen(true)}
        >
          <LayoutGrid />
          <span>{t('All charts')}</span>
        </button>
      </Tooltip>
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
