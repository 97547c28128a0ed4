import type { Chart } from '#charts/chart.ts'
import { msg, t } from '#core/i18n/t.ts'
import { Tooltip } from '../../../../ui/overlay/Tooltip.tsx'
import css from './Gallery.module.css'

/** The mark of a chart type; its tooltip explains it. */
export const ChartBadge = ({ chart: { badge, isDeprecated } }: { chart: Pick<Chart, 'badge' | 'isDeprecated'> }) => {
  const shown =
    badge ?? (isDeprecated ? { label: msg('Deprecated'), explanation: msg('This chart type is no longer offered for new charts.') } : null)
  if (!shown) return null
  return (
    <Tooltip text={t(shown.explanation)}>
      <span className={css['badge']}>{t(shown.label)}</span>
    </Tooltip>
  )
}
