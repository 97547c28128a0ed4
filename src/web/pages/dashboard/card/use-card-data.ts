import { useEffect, useMemo, useRef, useState, type RefObject } from 'react'
import type { Chart, OwnState } from '#charts/chart.ts'
import type { DataMask } from '#core/filters/data-mask.ts'
import { effectiveForm } from '#core/filters/effective-form.ts'
import type { FormData } from '#core/query/query-object.ts'
import type { ChartAnswer } from '../../../frame/data/answer.ts'
import { isUnreachable } from '../../../frame/data/fault.ts'
import { useChartData, type ChartData } from '../../../frame/data/use-chart-data.ts'
import type { CardChart } from '../data/record.ts'
import { useCardsOfPage } from '../state/dashboard-context.ts'
import { useSurroundings } from './use-surroundings.ts'

/** When the oldest part of an answer was asked of the database, epoch ms. */
export const askedAt = ({ queries, receivedAt }: ChartAnswer): number =>
  Math.min(
    receivedAt,
    ...queries.flatMap(({ cachedAt }) => (cachedAt && !Number.isNaN(Date.parse(cachedAt)) ? [Date.parse(cachedAt)] : [])),
  )

/** s: an answer of yesterday is shown until today's is there. */
const oldestShown = 86_400

type Card = { id: string; record: CardChart; chart: Chart; near: boolean; place: RefObject<Element | null> }

export type CardData = {
  form: FormData
  /** The masks that reach the chart. */
  masks: readonly DataMask[]
  data: ChartData
  /** The request failed, and the last picture stands. */
  keepsPicture: boolean
  setOwnState: (state: OwnState) => void
}

/** A card's data under everything that reaches it on this dashboard, known to the page's refresh and Stop. */
export const useCardData = ({ id, record, chart, near, place }: Card): CardData => {
  const cards = useCardsOfPage()
  const surroundings = useSurroundings(record.id)
  const form = useMemo(() => effectiveForm(record.form_data, surroundings), [record, surroundings])
  const [ownState, setOwnState] = useState<OwnState>()
  const data = useChartData(form, chart, {
    sliceId: record.id,
    dashboardId: surroundings.dashboardId,
    enabled: near,
    ownState,
    force: cards.mustForce(id),
    maxStaleSeconds: oldestShown,
    element: place,
  })

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
  const dataAt = data.answer ? askedAt(data.answer) : null
  const [hasPicture, setHasPicture] = useState(false)
  if (data.status === 'done' && !hasPicture) setHasPicture(true)
  // A refresh that failed leaves the picture; under other filters it only stays where nobody could be asked.
  const keepsPicture = data.status === 'failed' && (data.answer !== undefined || (hasPicture && isUnreachable(data.error)))
  const outdated = keepsPicture ? data.error : undefined
  useEffect(() => {
    if (near) cards.tell(id, { status: data.status, dataAt, outdated })
  }, [cards, id, near, data.status, dataAt, outdated])
  return { form, masks: surroundings.masks, data, keepsPicture, setOwnState }
}
