import { Crosshair } from 'lucide-react'
import { useMemo } from 'react'
import { isActive, isCrossFilter } from '#core/filters/data-mask.ts'
import { writtenName } from '#charts/shared/text/written-name.ts'
import { t } from '#core/i18n/t.ts'
import { Chip } from '../../../../ui/Chip.tsx'
import { IconButton } from '../../../../ui/button/IconButton.tsx'
import { useDashboard, useMount } from '../../state/dashboard-context.ts'
import { showPart } from '../../stage/focus/show-part.ts'
import { useDescribedMasks } from '../../state/mask-names.ts'
import css from './FilterBar.module.css'

/** What was pressed in charts and filters the others, with the way to each chart. */
export const CrossFilterList = () => {
  const mount = useMount()
  const masks = useDashboard((state) => state.masks.applied)
  const charts = useDashboard((state) => state.charts)
  const active = useDescribedMasks(useMemo(() => Object.values(masks).filter((mask) => isCrossFilter(mask.id) && isActive(mask)), [masks]))
  const locate = (chartId: number) => {
    const { layout } = mount.store.getState().history.present
    const part = Object.values(layout).find(({ type, meta }) => type === 'CHART' && meta.chartId === chartId)
    if (part) showPart(mount, part.id)
  }
  return (
    <section className={css['crossFilters']} aria-label={t('Cross-filters')}>
      <h3>{t('Cross-filters')}</h3>
      {active.map(({ mask: { id }, name, value }) => {
        const words = t('%(name)s: %(value)s', { name, value: writtenName(value, t) })
        return (
          <div key={id} className={css['crossFilter']}>
            <Chip
              set
              title={[words, charts[Number(id)]?.slice_name].filter(Boolean).join('\n')}
              clearLabel={t('Clear “%(name)s”', { name })}
              onClear={() => mount.store.getState().clearMask(id)}
            >
              {words}
            </Chip>
            <IconButton dense label={t('Locate the chart')} icon={<Crosshair />} onClick={() => locate(Number(id))} />
          </div>
        )
      })}
    </section>
  )
}
