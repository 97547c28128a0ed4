import { ZoomOut } from 'lucide-react'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import type { Chart, DrawContext } from '#charts/chart.ts'
import type { DatasetFacts } from '#charts/control.ts'
import { t } from '#core/i18n/t.ts'
import type { FormData } from '#core/query/query-object.ts'
import { useTheme } from '../theme/theme.ts'
import { lazyPart } from '../lazy/lazy-part.tsx'
import { Button } from '../ui/button/Button.tsx'
import { cx } from '../ui/cx.ts'
import { ProgressLine } from '../ui/feedback/ProgressLine.tsx'
import { isBrushable } from './echarts/brush.ts'
import type { TimeSpan } from './echarts/brush.ts'
import css from './ChartFrame.module.css'
import { savedCurrencies, savedFormats, sentenceFacts } from './picture/draw-context.ts'
import { isTooMuch } from './picture/drawing.ts'
import type { Drawing, Drawn } from './picture/drawing.ts'
import type { EmptyFacts } from './empty.ts'
import { isUnreachable } from './data/fault.ts'
import type { Fault } from './data/fault.ts'
import { Failed, FirstRun, NotUpdated, Running, TooMuch } from './FrameStates.tsx'
import type { PageColors } from './picture/label-colors.ts'
import { measure } from '../ui/text/measure.ts'
import { Picture } from './picture/Picture.tsx'
import type { PictureHooks } from './picture/Picture.tsx'
import type { ChartData } from './data/use-chart-data.ts'
import { useColoredDrawing } from './picture/use-colored-drawing.ts'
import { useSize } from './use-size.ts'

const Nothing = lazyPart(async () => (await import('./Nothing.tsx')).Nothing)

export type ChartFrameProps = PictureHooks & {
  form: FormData
  chart: Chart
  dataset: DatasetFacts | null
  data: ChartData
  /** Takes the change that an empty or failed picture offers; without it only retrying is offered. */
  onFix?: ((form: FormData) => void) | undefined
  /** More buttons beside those of an error. */
  faultActions?: ((fault: Fault) => ReactNode) | undefined
  facts?: EmptyFacts | undefined
  /** Labels that a cross-filter of this chart holds. */
  selected?: readonly string[] | undefined
  /** The colours that labels have on the page; without them the picture remembers its own. */
  pageColors?: PageColors | undefined
  /** What the picture is called among those of the page. */
  id?: string | undefined
  /** Told how the answer is drawn, each time that changes. */
  onDrawing?: ((drawing: Drawing) => void) | undefined
  /** Whether the first drawing moves; a page of many pictures stays calm. */
  animate?: boolean
  /** Elapsed time and Stop stand outside, in the page's own row. */
  progressOutside?: boolean
  className?: string
}

/** The last answer that was drawn: it stays, dimmed, while the next one is on its way. */
const useDrawn = (form: FormData, chart: Chart, data: ChartData): Drawn | null => {
  const [last, setLast] = useState<Drawn | null>(null)
  const { answer } = data
  const present = useMemo(() => (answer ? { form, chart, answer } : null), [form, chart, answer])
  if (present && present !== last) setLast(present)
  return present ?? last
}

/** What a person looks at of the time axis: kept through edits and refreshes, gone with another axis. */
const useTimeSpan = (form: FormData | undefined) => {
  const axis = JSON.stringify([form?.datasource, form?.['x_axis'], form?.['granularity_sqla']])
  const [chosen, setChosen] = useState<{ axis: string; span: TimeSpan | null }>({ axis, span: null })
  const choose = useCallback((span: TimeSpan | null) => setChosen((before) => (before.span === span ? before : { axis, span })), [axis])
  return [chosen.axis === axis ? chosen.span : null, choose] as const
}

/** From form and data to the picture, with every state between: first run, running, nothing found, too much, failed, stopped. */
export const ChartFrame = (props: ChartFrameProps) => {
  const {
    form,
    chart,
    dataset,
    data,
    onFix,
    faultActions,
    facts,
    pageColors,
    id = '',
    selected,
    onDrawing,
    animate = true,
    progressOutside,
    className,
    ...hooks
  } = props
  const box = useRef<HTMLDivElement>(null)
  const size = useSize(box)
  const theme = useTheme((state) => state.name)
  const drawn = useDrawn(form, chart, data)
  const [span, chooseSpan] = useTimeSpan(drawn?.form)
  const [refused, setRefused] = useState<{ drawing: Drawing; error: Error } | null>(null)
  const [accepted, setAccepted] = useState<Drawn | null>(null)

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
      ...(selected && { selected }),
      ...(span && { timeSpan: span }),
    }
  }, [theme, size, dataset, drawn, selected, animate, span])
  const drawing = useColoredDrawing({ drawn, context, pageColors, id })

  useEffect(() => {
    if (drawing) onDrawing?.(drawing)
  }, [drawing, onDrawing])

  const isRunning = data.status === 'loading'
  const drawingError = drawing?.kind === 'fault' ? drawing.fault : refused && refused.drawing === drawing ? refused.error : null
  const isStopped = data.status === 'stopped'
  const error = data.status === 'failed' ? data.error : isRunning ? null : drawingError

  const keepsPicture =
    data.status === 'failed' && drawn !== null && !drawingError && (data.answer !== undefined || isUnreachable(data.error))

  const body = () => {
    if ((error && !keepsPicture) || isStopped) return <Failed error={error} {...{ data, dataset, form, onFix, faultActions }} />
    if (!drawn || !drawing || !context) return isRunning ? <FirstRun /> : null
    if (!isRunning && drawn.answer.tables.every((table) => table.rowCount === 0)) return <Nothing {...{ form, onFix, facts }} />
    if (isTooMuch(drawing) && accepted !== drawn) return <TooMuch onDraw={() => setAccepted(drawn)} />
    return (
      <Picture
        key={drawing.kind === 'own' ? chart.viz_type : drawing.kind}
        {...hooks}
        {...{ drawn, drawing, context }}
        onSpan={chooseSpan}
        onFault={(fault) => setRefused({ drawing, error: fault })}
      />
    )
  }
  return (
    <div ref={box} className={cx(css['frame'], className)} data-status={data.status} aria-busy={isRunning}>
      {isRunning && !progressOutside && <ProgressLine label={t('Running the query')} />}
      <div className={cx(css['body'], (isRunning || keepsPicture) && css['old'])}>{body()}</div>
      {keepsPicture && <NotUpdated {...{ data, dataset }} />}
      {isRunning && !progressOutside && <Running data={data} />}
      {span && !isRunning && drawing?.kind === 'option' && isBrushable(drawing.option) && (
        <Button dense className={css['resetZoom']} icon={<ZoomOut />} onClick={() => chooseSpan(null)}>
          {t('Reset zoom')}
        </Button>
      )}
    </div>
  )
}
