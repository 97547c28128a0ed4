import { Component, useRef } from 'react'
import type { MouseEventHandler, ReactNode } from 'react'
import type { MarkFilter } from '#core/query/drill/mark-filter.ts'
import type { DrawContext, OwnState, Selection } from '#charts/chart.ts'
import { LoadFault, loadCode, reportLoadFault } from '../../lazy/load-fault.ts'
import type { OnSpan } from '../echarts/time-span.ts'
import type { Drawing, Drawn } from './drawing.ts'
import { EChart } from '../echarts/EChart.tsx'
import type { PickParams } from '../echarts/EChart.tsx'
import { DrawingFault } from '../data/fault.ts'
import css from '../ChartFrame.module.css'
import { SvgPicture } from './SvgPicture.tsx'
import type { OnSelect } from '../echarts/tap.ts'

/** A right-click at a point of the window, and what the item there selects and stands for. */
export type PointedAt = { selection: Selection | null; filters: MarkFilter[]; x: number; y: number }

/** Handlers for what users do in a chart. */
export type PictureHandlers = {
  onSelect?: OnSelect | undefined
  onContextMenu?: ((pointed: PointedAt) => void) | undefined
  /** State that the chart changes by itself, such as the page of a table. */
  onOwnState?: ((state: OwnState) => void) | undefined
  /** Takes the spans that are dragged over a time axis, which the chart marks instead of zooming in. */
  brush?: { chosen: unknown; onSpan: OnSpan } | undefined
}

type Props = PictureHandlers & {
  drawn: Drawn
  drawing: Drawing
  context: DrawContext
  onSpan: OnSpan
  onFault: (error: Error) => void
}

/** What a touch selects is offered first. Its code loads with the first touch. */
const loadTap = () => loadCode(() => import('../echarts/tap.ts'))

/** Ctrl or Cmd adds to what is selected. */
const isAdding = (event: Event | undefined): boolean => event instanceof MouseEvent && (event.ctrlKey || event.metaKey)

export const Picture = ({ drawn, drawing, context, onSelect, onContextMenu, onOwnState, brush, onSpan, onFault }: Props) => {
  const { chart, form, answer } = drawn
  const label = chart.sentence(form, context)
  const byTouch = useRef(false)
  const adds = useRef(false)
  const point = (selection: Selection | null, at: { x: number; y: number }, filters = selection?.filters ?? []) =>
    onContextMenu?.({ selection, filters, ...at })
  /** Beside the items of the chart, which answer first. */
  const pointBeside: MouseEventHandler | undefined =
    onContextMenu &&
    ((event) => {
      if (event.defaultPrevented) return
      event.preventDefault()
      point(null, { x: event.clientX, y: event.clientY })
    })
  if (drawing.kind === 'svg') return <SvgPicture svg={drawing.svg} label={label} onContextMenu={pointBeside} />
  if (drawing.kind === 'own') {
    const Own = drawing.component
    return (
      <Boundary answer={answer.receivedAt} onFault={onFault}>
        <div
          className={css['own']}
          onPointerDownCapture={({ pointerType }) => (byTouch.current = pointerType === 'touch')}
          onClickCapture={({ nativeEvent }) => (adds.current = isAdding(nativeEvent))}
          onContextMenu={pointBeside}
        >
          <Own
            tables={answer.tables}
            form={form}
            context={context}
            onSelect={
              onSelect &&
              ((selection) =>
                byTouch.current && selection
                  ? loadTap().then(({ showToastAction }) => showToastAction({ selection, context, onSelect }), reportLoadFault)
                  : onSelect(selection, { adds: adds.current }))
            }
            onContextMenu={onContextMenu && point}
            onOwnState={onOwnState}
          />
        </div>
      </Boundary>
    )
  }
  if (drawing.kind === 'fault') return null
  const pick = (params: PickParams) => chart.selection?.({ ...params, t: context.t }, answer.tables, form) ?? null
  return (
    <EChart
      option={drawing.option}
      theme={context.theme}
      size={context}
      label={label}
      onPick={onSelect && ((params) => onSelect(pick(params), { adds: isAdding(params.event?.event) }))}
      onTap={
        onSelect &&
        ((params, tap) => {
          const selection = pick(params)
          if (selection)
            loadTap().then(({ addTooltipActions }) => addTooltipActions(tap, { selection, context, onSelect }), reportLoadFault)
        })
      }
      onContextMenu={
        onContextMenu && ((params, at) => point(pick(params), at, chart.markFilters?.({ ...params, t: context.t }, answer.tables, form)))
      }
      onContextMenuBeside={pointBeside}
      onSpan={brush?.onSpan ?? onSpan}
      chosenSpan={brush?.chosen}
      onFault={(error) => onFault(error instanceof LoadFault ? error : new DrawingFault(error))}
    />
  )
}

type BoundaryProps = { answer: number; onFault: (error: Error) => void; children: ReactNode }

/** Reports an error of the chart's component and hides it until the next answer. */
class Boundary extends Component<BoundaryProps, { failed: boolean; answer: number }> {
  override state = { failed: false, answer: this.props.answer }
  static getDerivedStateFromError = () => ({ failed: true })
  static getDerivedStateFromProps = ({ answer }: BoundaryProps, state: { answer: number }) =>
    answer === state.answer ? null : { failed: false, answer }
  override componentDidCatch(error: unknown) {
    this.props.onFault(new DrawingFault(error))
  }
  override render() {
    return this.state.failed ? null : this.props.children
  }
}
