import type { ListQ } from '#api/declare/q.ts'
import { decodeRison, encodeRison } from '#core/encoding/url/rison.ts'

/** A filter value. Its label is kept in the URL, so that a shared link can show it before the options are loaded. */
export type Chosen = { value: string | number | boolean; label: string }

export type Direction = 'asc' | 'desc'

/** State of a list. All of it is in the URL, with the parameter names of Superset. */
export type ListState = {
  search: string
  filters: Record<string, Chosen>
  sort: string
  direction: Direction
  /** Zero-based. */
  page: number
  cards: boolean
}

export type ListDefaults = Pick<ListState, 'sort' | 'direction' | 'cards'>

export const pageSize = 25

const isChosen = (value: unknown): value is Chosen =>
  typeof value === 'object' && value !== null && 'value' in value && ['string', 'number', 'boolean'].includes(typeof value.value)

const readFilters = (text: string | null): { search: string; filters: Record<string, Chosen> } => {
  let decoded: unknown
  try {
    decoded = text ? decodeRison(text) : {}
  } catch {
    decoded = {}
  }
  const entries = Object.entries((decoded ?? {}) as Record<string, unknown>)
  const search = entries.find(([key]) => key === 'search')?.[1]
  return {
    search: typeof search === 'string' || typeof search === 'number' ? String(search) : '',
    filters: Object.fromEntries(
      entries.flatMap(([key, value]) =>
        isChosen(value) ? [[key, { value: value.value, label: String(value.label ?? value.value) }]] : [],
      ),
    ),
  }
}

export const readListState = (params: URLSearchParams, defaults: ListDefaults): ListState => {
  const page = Number(params.get('pageIndex'))
  const order = params.get('sortOrder')
  const view = params.get('viewMode')
  return {
    ...readFilters(params.get('filters')),
    sort: params.get('sortColumn') ?? defaults.sort,
    direction: order === 'asc' || order === 'desc' ? order : defaults.direction,
    page: Number.isInteger(page) && page > 0 ? page : 0,
    cards: view ? view === 'card' : defaults.cards,
  }
}

/** URL parameters for what differs from the defaults of the list. */
export const writeListState = (state: ListState, defaults: ListDefaults): URLSearchParams => {
  const params = new URLSearchParams()
  const filters = { ...state.filters, ...(state.search && { search: state.search }) }
  if (Object.keys(filters).length) params.set('filters', encodeRison(filters))
  if (state.page > 0) params.set('pageIndex', String(state.page))
  if (state.sort !== defaults.sort || state.direction !== defaults.direction) {
    params.set('sortColumn', state.sort)
    params.set('sortOrder', state.direction)
  }
  if (state.cards !== defaults.cards) params.set('viewMode', state.cards ? 'card' : 'table')
  return params
}

/** The query for the server: one page, and one condition per filter. */
export const listQuery = (
  state: ListState,
  {
    search,
    conditions,
  }: {
    search: { col: string; opr: string }
    conditions: Record<string, (value: Chosen['value']) => NonNullable<ListQ['filters']>[number]>
  },
): Omit<ListQ, 'columns'> => ({
  filters: [
    ...(state.search ? [{ ...search, value: state.search }] : []),
    ...Object.entries(state.filters).flatMap(([key, { value }]) => conditions[key]?.(value) ?? []),
  ],
  order_column: state.sort,
  order_direction: state.direction,
  page: state.page,
  page_size: pageSize,
})
