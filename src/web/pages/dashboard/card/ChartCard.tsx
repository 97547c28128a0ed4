import { useMemo, useRef, useState } from 'react'
import type { Chart } from '#charts/chart.ts'
import { components } from '#charts/components.tsx'
import { chosenColumns } from '#core/filters/cross-filter.ts'
import { heightPx } from '#core/layout/grid.ts'
import { t } from '#core/i18n/t.ts'
import { ChartFrame } from '../../../frame/ChartFrame.tsx'
import type { ChartData } from '../../../frame/data/use-chart-data.ts'
import { useNearViewport } from '../../../frame/use-near-viewport.ts'
import type { PointedAt } from '../../../frame/picture/Picture.tsx'
import { lazyDialog, lazyPart } from '../../../lazy/lazy-part.tsx'
import { cx } from '../../../ui/cx.ts'
import { useLayer } from '../../../ui/overlay/layers.ts'
import { ProgressLine } from '../../../ui/feedback/ProgressLine.tsx'
import { brushColumn } from '../brush/brush-column.ts'
import { brushAxis, pressItem } from '../cross-filters/press-item.ts'
import type { CardChart } from '../data/record.ts'
import { Frame } from '../stage/Frame.tsx'
import { useSpan } from '../stage/use-span.ts'
import { hasCrossFilters, isOutOfHighlight } from '../state/derived.ts'
import { crossFilterItemsOf } from '../state/store.ts'
import { useList } from '../state/use-list.ts'
import { useCards, useComponent, useDashboard, useDashboardStore, usePageColors } from '../state/dashboard-context.ts'
import css from './Card.module.css'
import { CardHead } from './CardHead.tsx'
import { useCardData } from './use-card-data.ts'
import { useIndicators } from './use-indicators.ts'

const LayerRequests = lazyPart(async () => (await import('../../../controls/annotation/LayerRequests.tsx')).LayerRequests)
const CardFault = lazyPart(async () => (await import('./CardState.tsx')).CardFault)
const CardEmpty = lazyPart(async () => (await import('./CardState.tsx')).CardEmpty)

const MarkMenu = lazyDialog(async () => (await import('../drill/MarkMenu.tsx')).MarkMenu)

/** Below this height of the body the head has one line. */
const smallBodyPx = 110
const headAndPadding = 12 + 20 + 16 + 12 + 16

type Props = { id: string; record: CardChart; chart: Chart }

export const ChartCard = ({ id, record, chart }: Props) => {
  const store = useDashboardStore()
  const { meta } = useComponent(id) ?? {}
  const box = useRef<HTMLDivElement>(null)
  const drawsAll = useCards((state) => state.drawsAll)
  const near = useNearViewport(box) || drawsAll
  const { form, masks, data, layers, keepsPicture, setOwnState } = useCardData({ id, record, chart, near, place: box })
  const dataset = useDashboard((state) => state.datasets[record.form_data.datasource] ?? null)
  const pageColors = usePageColors()
  const isEditing = useDashboard((state) => state.isEditing)
  const isFullSize = useDashboard((state) => state.fullSizeId === id)
  const crossFilters = useDashboard(hasCrossFilters)
  const selected = useDashboard(crossFilterItemsOf(record.id))
  const selectedColumns = useList((state) => chosenColumns(state.masks.applied, record.id))
  const isFaded = useDashboard((state) => isOutOfHighlight(state, record.id))
  const indicators = useIndicators(masks, data)
  const span = useSpan(id)
  const [pointed, setPointed] = useState<PointedAt | null>(null)
  useLayer(isFullSize, () => store.getState().set({ fullSizeId: null }))

  const height = heightPx(meta?.height ?? 0)
  const isSmall = height - headAndPadding < smallBodyPx && !isFullSize
  const canSelect = crossFilters && !isEditing && chart.behaviors.includes('INTERACTIVE_CHART') && Boolean(chart.selection)
  const canBrush = crossFilters && !isEditing && !isFullSize && brushColumn(record.form_data) !== undefined
  const brushed = useDashboard((state) => state.masks.applied[record.id]?.filterState?.['range'] ?? null)
  const isRunning = data.status === 'loading'
  const isBroken = data.status === 'failed' || data.status === 'stopped'
  const isEmpty = data.status === 'done' && Boolean(data.answer?.tables.every(({ rowCount }) => rowCount === 0))
  const showsLast = keepsPicture || (data.status === 'stopped' && data.answer !== undefined)
  const shown = useMemo((): ChartData => (showsLast ? { ...data, status: 'done', error: null } : data), [data, showsLast])
  const name = meta?.sliceNameOverride || record.slice_name
  return (
    <Frame
      id={id}
      hasOwnMenu
      className={cx(
        css['card'],
        // A table without a component of its own is drawn as a picture, aligned with the title.
        chart.card === 'table' && (components[chart.viz_type] ? css['flush'] : css['edged']),
        chart.card === 'figure' && css['figure'],
        isFullSize && css['fullSize'],
        isFaded && css['faded'],
        'chart-slice',
        `dashboard-chart-id-${record.id}`,
      )}
      style={{ ...span, '--height': `${height}px` } as object}
    >
      {isRunning && <ProgressLine label={t('Refreshing “%(name)s”', { name })} />}
      <article ref={box} className={css['inside']} aria-label={name} aria-busy={isRunning}>
        <CardHead {...{ id, record, chart, form, data, keepsPicture, name, isSmall, indicators }} />
        <div className={cx(css['body'], keepsPicture && !data.answer && css['outdated'])} data-picture={id}>
          {isBroken && !showsLast ? (
            <CardFault {...{ name, data, dataset }} isSmall={isSmall} />
          ) : isEmpty ? (
            <CardEmpty indicators={indicators.filter(({ applies, narrows }) => applies && narrows)} isSmall={isSmall} />
          ) : (
            <ChartFrame
              form={form}
              chart={chart}
              dataset={dataset}
              data={shown}
              hidesProgress
              animate={false}
              selected={selected}
              selectedColumns={selectedColumns}
              pageColors={pageColors}
              id={id}
              className={css['picture'] ?? ''}
              onSelect={canSelect ? (selection, mode) => void pressItem(store, record.id, selection, mode) : undefined}
              brush={canBrush ? { chosen: brushed, onSpan: (...step) => void brushAxis(store, record, ...step) } : undefined}
              onContextMenu={isEditing ? undefined : setPointed}
              onOwnState={setOwnState}
            />
          )}
        </div>
      </article>
      {layers && <LayerRequests {...layers} />}
      {pointed && <MarkMenu {...{ chart, name, form, pointed }} chartId={record.id} onClose={() => setPointed(null)} />}
    </Frame>
  )
}
