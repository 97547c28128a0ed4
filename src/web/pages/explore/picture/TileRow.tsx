import { LayoutGrid } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { charts, findChart } from '#charts/index.ts'
import { t } from '#core/i18n/t.ts'
import { cx } from '../../../ui/cx.ts'
import { Tooltip } from '../../../ui/Tooltip.tsx'
import { useExplore, useForm } from '../state/explore-context.ts'
import css from './Picture.module.css'
import { tileName, vizIcon } from './viz-icon.tsx'

const Gallery = lazy(async () => ({ default: (await import('./Gallery.tsx')).Gallery }))

/** The quick types, the present one among them, and the way to all others. */
export const TileRow = () => {
  const { viz_type: vizType } = useForm()
  const switchTo = useExplore((state) => state.switchTo)
  const [open, setOpen] = useState(false)
  const quick = charts.filter((chart) => chart.tile !== undefined).sort((a, b) => (a.tile ?? 0) - (b.tile ?? 0))
  const present = findChart(vizType)
  const shown = present && !quick.includes(present) ? [...quick, present] : quick
  return (
    <div className={css['tiles']}>
      <div role="radiogroup" aria-label={t('Type of chart')} className={css['tileGroup']}>
        {shown.map((chart) => (
          <Tooltip key={chart.viz_type} text={t(chart.name)}>
            <button
              type="button"
              role="radio"
              aria-checked={chart.viz_type === vizType}
              aria-label={t(chart.name)}
              className={cx(css['tile'], chart.viz_type === vizType && css['chosen'])}
              onClick={() => switchTo(chart.viz_type)}
            >
              {vizIcon(chart)}
              <span>{t(tileName(chart))}</span>
            </button>
          </Tooltip>
        ))}
      </div>
      <button type="button" className={cx(css['tile'], css['all'])} onClick={() => setOpen(true)}>
        <LayoutGrid />
        <span>{t('All charts')}</span>
      </button>
      <Suspense>
        {open && (
          <Gallery
            value={vizType}
            onClose={() => setOpen(false)}
            onSelect={(next) => {
              setOpen(false)
              switchTo(next)
            }}
          />
        )}
      </Suspense>
    </div>
  )
}
