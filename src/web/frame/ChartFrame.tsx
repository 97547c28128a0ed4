import { ZoomOut } from 'lucide-react'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import type { Chart, DrawContext } from '#charts/chart.ts'
import type { DatasetFacts } from '#charts/control.ts'
import { t } from '#core/i18n/t.ts'
import { drawnForm } from '#core/filters/effective-form.ts'
import type { FormData } from '#core/query/query-object.ts'
import { useTheme } from '../theme/theme.ts'
import { lazyPart } from '../lazy/lazy-part.tsx'
import { Button } from '../ui/button/Button.tsx'
import { cx } from '../ui/cx.ts'
import { ProgressLine } from '../ui/feedback/ProgressLine.tsx'
import { useReducedMotion } from '../ui/use-media.ts'
import { isBrushable } from './echarts/time-span.ts'
import type { Span } from './echarts/time-span.ts'
import css from './ChartFrame.module.css'
import { savedCurrencies, savedFormats, sentenceFacts } from '#charts/shared/format/dataset-facts.ts'
import { hasTooManyPoints, isBlank } from './picture/drawing.ts'
import type { Drawing, Drawn } from './picture/drawing.ts'
import type { EmptyFacts } from './empty.ts'
import { isUnreachable } from './data/fault.ts'
import type { Fault } from './data/fault.ts'
import { FailedState, LoadingSkeleton, NotUpdated, RunningStatus } from './FrameStates.tsx'
import type { PageColors } from './picture/label-colors.ts'
import { measure } from '../ui/text/measure.ts'
import { Picture } from './picture/Picture.tsx'
import type { PictureHandlers } from './picture/Picture.tsx'
import type { ChartData } from './data/use-chart-data.ts'
import { useColoredDrawing } from './picture/use-colored-drawing.ts'
import { useSize } from './use-size.ts'

const loadRareStates = () => import('./RareStates.tsx')
const NoRows = lazyPart(async () => (await loadRareStates()).NoRows)
const NoValues = lazyPart(async () => (await loadRareStates()).NoValues)
const TooManyPoints = lazyPart(async () => (await loadRareStates()).TooManyPoints)
const LeftOutNote = lazyPart(async () => (await loadRareStates()).LeftOutNote)
const PictureControls = lazyPart(async () => (await import('./picture/PictureControls.tsx')).PictureControls)

export type ChartFrameProps = PictureHandlers & {
  form: FormData
  chart: Chart
  dataset: DatasetFacts | null
  data: ChartData
  /** Applies the fix that an empty or failed chart suggests. Without it only a retry is offered. */
  onFix?: ((form: FormData) => void) | undefined
  /** Additional buttons for an error. */
  faultActions?: ((fault: Fault) => ReactNode) | undefined
  facts?: EmptyFacts | undefined
  /** Labels selected by this chart's cross-filter. */
  selected?: readonly string[] | undefined
  /** Their columns. */
  selectedColumns?: readonly string[] | undefined
  /** The label colours of the page. Without them the chart keeps its own. */
  pageColors?: PageColors | undefined
  /** Identifies the chart among those of the page. */
  id?: string | undefined
  /** Called whenever the drawing changes. */
  onDrawing?: ((drawing: Drawing) => void) | undefined
  /** Whether the first drawing is animated. */
  animate?: boolean
  /** The page shows elapsed time and Stop elsewhere. */
  hidesProgress?: boolean
  className?: string
}

/** The answer to draw: the current one, or the last one while the next is loading. */
const useLastDrawn = (form: FormData, chart: Chart, data: ChartData): Drawn | null => {
  const [last, setLast] = useState<Drawn | null>(null)
  const { answer } = data
  const currentAnswer = useMemo(() => (answer ? { form: drawnForm(form), chart, answer } : null), [form, chart, answer])
  if (currentAnswer && currentAnswer !== last) setLast(currentAnswer)
  return currentAnswer ?? last
}

/** The form as a reader draws it by the controls above the picture: kept until the form itself changes. */
const useReadersForm = (form: FormData) => {
  const [read, setRead] = useState({ form, shown: form })
  const shown = read.form === form ? read.shown : form
  return [shown, (change: Partial<FormData>) => setRead({ form, shown: { ...shown, ...change } })] as const
}

/** The zoomed span of the time axis: kept through edits and refreshes, reset when the axis changes. */
const useTimeSpan = (form: FormData | undefined) => {
  const axis = JSON.stringify([form?.datasource, form?.['x_axis'], form?.['granularity_sqla']])
  const [chosen, setChosen] = useState<{ axis: string; span: Span | null }>({ axis, span: null })
  const choose = useCallback((span: Span | null) => setChosen((before) => (before.span === span ? before : { axis, span })), [axis])
  return [chosen.axis === axis ? chosen.span : null, choose] as const
}

/** Draws a chart from its form and data, with all its states: loading, no rows, too many points, failed, stopped. */
export const ChartFrame = (props: ChartFrameProps) => {
  const {
    form: savedForm,
    chart,
    dataset,
    data,
    onFix,
    faultActions,
    facts,
    pageColors,
    id = '',
    selected,
    selectedColumns,
    onDrawing,
    animate: wantsAnimation = true,
    hidesProgress,
    className,
    ...handlers
  } = props
  const animate = !useReducedMotion() && wantsAnimation
  const [form, changeForm] = useReadersForm(savedForm)
  const pictureControls = chart.pictureControls?.(form) ?? []
  const box = useRef<HTMLDivElement>(null)
  const size = useSize(box)
  const theme = useTheme((state) => state.name)
  const drawn = useLastDrawn(form, chart, data)
  const [span, setSpan] = useTimeSpan(drawn?.form)
  const [drawingFailure, setDrawingFailure] = useState<{ drawing: Drawing; error: Error } | null>(null)
  const [confirmedLarge, setConfirmedLarge] = useState<Drawn | null>(null)

  const context = useMemo((): DrawContext | null => {
    if (!size || !drawn) return null
    return {
      theme,
      ...size,
      t,
      measure,
      animate,
      ...sentenceFacts(dataset),
      formats: savedFormats(dataset, drawn.form),
      currencies: savedCurrencies(dataset),
      annotationData: Object.assign({}, ...drawn.answer.queries.map((query) => query.annotationData)) as Record<string, unknown>,
      ...(selected && { selected, ...(selectedColumns && { selectedColumns }) }),
      ...(span && { timeSpan: span }),
    }
  }, [theme, size, dataset, drawn, selected, selectedColumns, animate, span])
  const drawing = useColoredDrawing({ drawn, context, pageColors, id })

  useEffect(() => {
    if (drawing) onDrawing?.(drawing)
  }, [drawing, onDrawing])

  const isRunning = data.status === 'loading'
  const drawingError =
    drawing?.kind === 'fault' ? drawing.fault : drawingFailure && drawingFailure.drawing === drawing ? drawingFailure.error : null
  const isStopped = data.status === 'stopped'
  const error = data.status === 'failed' ? data.error : isRunning ? null : drawingError

  const isOutdatedShown =
    data.status === 'failed' && drawn !== null && !drawingError && (data.answer !== undefined || isUnreachable(data.error))

  const isFailed = isStopped || (error && !isOutdatedShown)
  const leftOut = drawing && 'leftOut' in drawing && !isFailed && drawing.leftOut

  const body = () => {
    if (isFailed) return <FailedState error={error} {...{ data, dataset, form, onFix, faultActions }} />
    if (!drawn || !drawing || !context) return isRunning ? <LoadingSkeleton /> : null
    if (!isRunning && drawn.answer.tables.every((table) => table.rowCount === 0)) return <NoRows {...{ form, onFix, facts }} />
    if (!isRunning && isBlank(drawing)) return <NoValues />
    if (hasTooManyPoints(drawing) && confirmedLarge !== drawn) return <TooManyPoints onDraw={() => setConfirmedLarge(drawn)} />
    return (
      <Picture
        key={drawing.kind === 'own' ? chart.viz_type : drawing.kind}
        {...handlers}
        {...{ drawn, drawing, context }}
        onSpan={setSpan}
        onFault={(fault) => setDrawingFailure({ drawing, error: fault })}
      />
    )
  }
  return (
    <div className={cx(css['frame'], className)} data-status={data.status} aria-busy={isRunning}>
      {isRunning && !hidesProgress && <ProgressLine label={t('Running the query')} />}
      {pictureControls.length > 0 && <PictureControls controls={pictureControls} form={form} onChange={changeForm} />}
      <div ref={box} className={cx(css['body'], (isRunning || isOutdatedShown) && css['old'])}>
        {body()}
      </div>
      {leftOut && <LeftOutNote leftOut={leftOut} />}
      {isOutdatedShown && <NotUpdated {...{ data, dataset }} />}
      {isRunning && !hidesProgress && <RunningStatus data={data} />}
      {span && !isRunning && drawing?.kind === 'option' && isBrushable(drawing.option) && (
        <Button dense className={css['resetZoom']} icon={<ZoomOut />} onClick={() => setSpan(null)}>
          {t('Reset zoom')}
        </Button>
      )}
    </div>
  )
}
