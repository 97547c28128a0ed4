import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useState } from 'react'
import { annotationData } from '#api/annotation-data.ts'
import { t } from '#core/i18n/t.ts'
import { timeRangeOf } from '#core/query/time-range-of.ts'
import type { AnnotationLayer, FormData, QueryContext } from '#core/query/query-object.ts'
import { call } from '../../data/call.ts'
import { errorText } from '../../data/call-error.ts'
import type { Layers, LayerState, LayerStates } from './layer-states.ts'
import { putLayerState, requestedLayers, withLayerData } from './requested-layers.ts'

const keyStart = 'annotation data'
const defaultTimeoutMs = 60_000

/** What the data of a layer depends on; its looks do not count. */
const bodyOf = ({ name, annotationType, sourceType, value, overrides }: AnnotationLayer, { queries: [query] }: QueryContext) => ({
  layer: { name, annotationType, sourceType, value, overrides, show: true, showMarkers: false },
  time_range: query && timeRangeOf(query),
  time_grain_sqla: query?.extras?.time_grain_sqla,
})

type Body = ReturnType<typeof bodyOf>

/** @throws Error with the text `Query timeout`, CallError or AbortError */
const fetchLayer = async (body: Body, { signal, timeoutMs }: { signal: AbortSignal; timeoutMs: number }): Promise<unknown> => {
  const timeout = AbortSignal.timeout(timeoutMs)
  try {
    return (await call(annotationData, { body }, { signal: AbortSignal.any([signal, timeout]) })).result
  } catch (error) {
    if (timeout.aborted && !signal.aborted) throw new Error(t('Query timeout'), { cause: error })
    if (/^(error: )?no data\.?$/i.test(errorText(error))) return null
    throw error
  }
}

type Props = {
  form: FormData
  queryContext: QueryContext
  timeoutMs?: number
  onLayers: (layers: Layers | null) => void
}

/** Requests the data of each annotation layer by itself. A changed layer aborts its request; looks change nothing. */
export const LayerRequests = ({ form, queryContext, timeoutMs = defaultTimeoutMs, onLayers }: Props) => {
  const client = useQueryClient()
  const [states, setStates] = useState<LayerStates>({})
  const put = useCallback((name: string, state: LayerState | null) => setStates((before) => putLayerState(before, name, state)), [])
  useEffect(() => {
    onLayers({
      states,
      addData: (answer) => withLayerData(answer, states),
      refresh: () => void client.invalidateQueries({ queryKey: [keyStart] }),
    })
  }, [states, onLayers, client])
  useEffect(() => () => onLayers(null), [onLayers])
  return requestedLayers(form).map((layer) => (
    <LayerRequest key={layer.name} layer={layer} queryContext={queryContext} timeoutMs={timeoutMs} onState={put} />
  ))
}

type RequestProps = {
  layer: AnnotationLayer
  queryContext: QueryContext
  timeoutMs: number
  onState: (name: string, state: LayerState | null) => void
}

const LayerRequest = ({ layer, queryContext, timeoutMs, onState }: RequestProps) => {
  const { name } = layer
  const body = bodyOf(layer, queryContext)
  const { data, error, isFetching, isError, refetch } = useQuery({
    queryKey: [keyStart, body],
    staleTime: Infinity,
    retry: false,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => fetchLayer(body, { signal, timeoutMs }),
  })
  useEffect(() => {
    const status = isFetching ? 'loading' : isError ? 'failed' : 'done'
    onState(name, {
      status,
      data: status === 'failed' ? null : data,
      error: status === 'failed' ? errorText(error) : null,
      retry: () => void refetch(),
    })
  }, [name, data, error, isFetching, isError, refetch, onState])
  useEffect(() => () => onState(name, null), [name, onState])
  return null
}
