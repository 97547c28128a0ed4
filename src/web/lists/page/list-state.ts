import type { ListQ } from '#api/declare/q.ts'
import { decodeRison, encodeRison } from '#core/encoding/rison.ts'

/** A chosen filter; the label is kept so that a link shows its words before any options are loaded. */
export type Chosen = { value: string | number | boolean; label: string }

export type Direction = 'asc' | 'desc'

/** What a list shows; all of it stands in the address, in Superset's words. */
export type ListState = {
  search: string
  filters: Record<string, Chosen>
  sort: string
  direction: Direction
  /** From 0. */
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

/** Only what differs from the list's own beginning. */
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

/** What the server is asked: the page, and one condition per filter. */
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
