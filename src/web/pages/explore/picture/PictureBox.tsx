import { Blocks } from 'lucide-react'
import { useCallback, useMemo } from 'react'
import { t } from '#core/i18n/t.ts'
import { pillStaysText, useDropTarget } from '../../../controls/field/drag.ts'
import { seriesColors } from '../../../frame/picture/drawing.ts'
import type { Drawing } from '../../../frame/picture/drawing.ts'
import { createLabelColors } from '../../../frame/picture/label-colors.ts'
import { ChartFrame } from '../../../frame/ChartFrame.tsx'
import { preloadPrint } from '../../../frame/print/print-page.ts'
import { lazyPart } from '../../../lazy/lazy-part.tsx'
import { EmptyState } from '../../../ui/feedback/State.tsx'
import { cx } from '../../../ui/cx.ts'
import { useExplore, useExploreStore, useForm } from '../state/explore-context.ts'
import type { ColumnStats } from '../state/choose-fields.ts'
import { noPlaceText, placeField } from '../state/place-field.ts'
import { useRun } from '../state/run.ts'
import css from './Picture.module.css'

const EmptyStart = lazyPart(async () => (await import('./EmptyStart.tsx')).EmptyStart)

type Props = { glance: ColumnStats }

const monthText = (wall: number) => new Intl.DateTimeFormat(t.locale, { timeZone: 'UTC', month: 'long', year: 'numeric' }).format(wall)

/** The chart. Fields dropped on it are added to the default control. */
export const PictureBox = ({ glance }: Props) => {
  const { chart, form, drawnChart, data, faults, pictureRef } = useRun()
  const currentForm = useForm()
  const dataset = useExplore((state) => state.dataset)
  const store = useExploreStore()
  const lent = useExplore((state) => state.context)
  const pageColors = useMemo(() => (lent?.labelColors ? createLabelColors({ pinned: lent.labelColors }) : undefined), [lent])
  const drawnForm = useMemo(() => (lent?.colorScheme ? { ...form, color_scheme: lent.colorScheme } : form), [lent, form])
  const onDrawing = useCallback(
    (drawing: Drawing) => store.getState().setColors(drawing.kind === 'option' ? seriesColors(drawing.option) : {}),
    [store],
  )
  const { isLit, place } = useDropTarget(pictureRef, {
    count: 0,
    refusal: (dragged) =>
      dragged.kind === 'pill'
        ? pillStaysText()
        : chart && placeField(dragged, currentForm, { chart, dataset })
          ? null
          : noPlaceText(dragged),
    onDrop: (dragged) => {
      if (dragged.kind === 'pill' || !chart) return
      const placed = placeField(dragged, store.getState().form(), { chart, dataset })
      if (placed) store.getState().set(placed.control.name, placed.value)
    },
  })
  const span = dataset.main_dttm_col ? glance.span[dataset.main_dttm_col] : undefined
  const isIncomplete = Object.keys(faults).length > 0 && (!data.answer || currentForm.viz_type !== form.viz_type)
  return (
    <div
      ref={pictureRef}
      className={cx(css['picture'], place !== null ? css['over'] : isLit && css['lit'])}
      data-picture=""
      onPointerEnter={() => void preloadPrint()}
    >
      {chart === null ? (
        <EmptyState
          className={css['state'] ?? ''}
          icon={<Blocks />}
          title={t('This visualization type is not supported.')}
          text={t('Choose another chart type above; it keeps the data.')}
        />
      ) : isIncomplete ? (
        <EmptyStart glance={glance} />
      ) : (
        <ChartFrame
          hidesProgress
          form={drawnForm}
          pageColors={pageColors}
          chart={drawnChart}
          dataset={dataset}
          data={data}
          onFix={(fixed) => void store.getState().patch(fixed)}
          facts={{ rows: glance.rows, dataEnds: span ? monthText(span[1]) : null }}
          onOwnState={store.getState().setOwnState}
          onDrawing={onDrawing}
        />
      )}
    </div>
  )
}
