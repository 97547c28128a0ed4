import { useEffect, useMemo, useRef, useState, type RefObject } from 'react'
import type { Chart, OwnState } from '#charts/chart.ts'
import type { DataMask } from '#core/filters/data-mask.ts'
import { effectiveForm } from '#core/filters/effective-form.ts'
import type { FormData, QueryContext } from '#core/query/query-object.ts'
import { asList } from '#core/query/read.ts'
import { withoutLayers } from '../../../controls/annotation/layer-states.ts'
import type { Layers } from '../../../controls/annotation/layer-states.ts'
import { useLayers } from '../../../controls/annotation/use-layers.ts'
import { isGuest } from '../../../data/guest.ts'
import type { ChartAnswer } from '../../../frame/data/answer.ts'
import { isUnreachable } from '../../../frame/data/fault.ts'
import { useChartData, type ChartData } from '../../../frame/data/use-chart-data.ts'
import type { CardChart } from '../data/record.ts'
import { warmUp } from '../data/warm-up.ts'
import { useCardsOfPage, useDashboard } from '../state/dashboard-context.ts'
import { waitsForFilter } from '../state/derived.ts'
import { useChartContext } from './use-surroundings.ts'

/** When the oldest part of an answer was queried, in epoch ms. */
export const oldestDataAt = ({ queries, receivedAt }: ChartAnswer): number =>
  Math.min(
    receivedAt,
    ...queries.flatMap(({ cachedAt }) => (cachedAt && !Number.isNaN(Date.parse(cachedAt)) ? [Date.parse(cachedAt)] : [])),
  )

/** A result of up to one day is shown until the fresh one arrives. */
const maxStaleSeconds = 86_400

type Card = { id: string; record: CardChart; chart: Chart; near: boolean; place: RefObject<Element | null> }

export type CardData = {
  form: FormData
  /** The masks that apply to the chart. */
  masks: readonly DataMask[]
  data: ChartData
  /** Its annotation layers, which have requests of their own; null without any. */
  layers: { form: FormData; queryContext: QueryContext; onLayers: (layers: Layers | null) => void } | null
  /** The request failed, and the last picture is still shown. */
  keepsPicture: boolean
  setOwnState: (state: OwnState) => void
}

/** Fetches a card's data with the filters of the dashboard, and registers the card for the page's refresh and Stop. */
export const useCardData = ({ id, record, chart, near, place }: Card): CardData => {
  const cards = useCardsOfPage()
  const surroundings = useChartContext(record.id)
  const form = useMemo(() => effectiveForm(record.form_data, surroundings), [record, surroundings])
  const isWaiting = useDashboard((state) => waitsForFilter(state, record.id))
  const [ownState, setOwnState] = useState<OwnState>()
  // The layers of a viewer without an account are read with the chart, whose dashboard gives access to them.
  const hasOwnLayers = !isGuest() && asList(form['annotation_layers']).length > 0
  const queried = useMemo(() => (hasOwnLayers ? withoutLayers(form) : form), [form, hasOwnLayers])
  const chartData = useChartData(queried, chart, {
    sliceId: record.id,
    dashboardId: surroundings.dashboardId,
    enabled: near && !isWaiting,
    ownState,
    force: cards.mustForce(id),
    maxStaleSeconds: maxStaleSeconds,
    element: place,
  })
  const { setLayers, data } = useLayers(chartData)

  useEffect(() => {
    if (near) void warmUp(chart, record.form_data)
  }, [near, chart, record])

  const latest = useRef(data)
  useEffect(() => {
    latest.current = data
  })
  useEffect(() => {
    if (!near) return
    return cards.register(id, {
      refresh: () => latest.current.refresh(),
      stop: () => latest.current.stop(),
      retry: () => latest.current.retry(),
    })
  }, [cards, id, near])
  const dataAt = data.answer ? oldestDataAt(data.answer) : null
  const [hasPicture, setHasPicture] = useState(false)
  if (data.status === 'done' && !hasPicture) setHasPicture(true)
  // After a failed refresh the picture stays. After a filter change it stays only if the server was unreachable.
  const keepsPicture = data.status === 'failed' && (data.answer !== undefined || (hasPicture && isUnreachable(data.error)))
  const refreshError = keepsPicture ? data.error : undefined
  useEffect(() => {
    if (near) cards.setCardState(id, { status: data.status, dataAt, refreshError })
  }, [cards, id, near, data.status, dataAt, refreshError])
  const layers = hasOwnLayers && near && data.queryContext ? { form, queryContext: data.queryContext, onLayers: setLayers } : null
  return { form, masks: surroundings.masks, data, layers, keepsPicture, setOwnState }
}
