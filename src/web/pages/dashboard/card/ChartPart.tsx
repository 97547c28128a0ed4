import { heightPx } from '#core/layout/grid.ts'
import { t } from '#core/i18n/t.ts'
import { cx } from '../../../ui/cx.ts'
import { lazyPart } from '../../../lazy/lazy-part.tsx'
import { loadFilterBoxParts } from '../filter-box/load-parts.ts'
import { Frame } from '../stage/Frame.tsx'
import { useSpan } from '../stage/use-span.ts'
import { useComponent, useDashboard } from '../state/dashboard-context.ts'
import css from './Card.module.css'
import { ChartCard } from './ChartCard.tsx'

const Undrawn = lazyPart(async () => (await import('./Undrawn.tsx')).Undrawn)

const FilterBox = lazyPart(async () => (await loadFilterBoxParts()).FilterBox)

/** The chart of a component, or why it cannot be shown. */
export const ChartPart = ({ id }: { id: string }) => {
  const { meta } = useComponent(id) ?? {}
  const record = useDashboard((state) => state.charts[meta?.chartId ?? 0])
  const chart = useDashboard((state) => (record ? state.chartTypes[record.form_data.viz_type] : undefined))
  const span = useSpan(id)
  if (record?.form_data.viz_type === 'filter_box') return <FilterBox id={id} record={record} />
  if (record && chart) return <ChartCard id={id} record={record} chart={chart} />
  const isComing = record && chart === undefined
  return (
    <Frame
      id={id}
      className={cx(css['card'], !isComing && css['missing'])}
      style={{ ...span, '--height': `${heightPx(meta?.height ?? 0)}px` } as object}
    >
      {!isComing && (
        <Undrawn id={id} name={meta?.sliceNameOverride || meta?.sliceName || record?.slice_name || t('Chart')} record={record} />
      )}
    </Frame>
  )
}
