import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { t } from '#core/i18n/t.ts'
import { call } from '../../data/call.ts'
import { errorText } from '../../data/call-error.ts'
import { markStarred, type RouteQuery, type Stars } from '../../data/resources.ts'
import { say } from '../../ui/feedback/toast.ts'
import type { ListConfig, ListRow } from '../config.ts'
import { restoreRows } from '../removal/restore-rows.ts'
import { useStarFault } from './use-star-fault.ts'
import { listQuery, readListState, writeListState, type ListState } from './list-state.ts'

const noStars: RouteQuery<Stars> = { queryKey: ['no stars'], queryFn: () => Promise.resolve({}) }

/** Rows that the server sends at once. */
const largestPage = 100

const viewStorageKey = (id: string) => `chartroom.list.${id}.cards`

/** State of a list (kept in the URL), its rows, and the actions on them. */
export const useList = <R extends ListRow>(config: ListConfig<R>) => {
  const { id: listId, name } = config
  const [params, setParams] = useSearchParams()
  const client = useQueryClient()
  const stored = localStorage.getItem(viewStorageKey(listId))
  const defaults = { ...config.defaults, cards: config.card ? (stored ? stored === 'true' : config.defaults.cards) : false }
  const state = readListState(params, defaults)
  const change = (next: Partial<ListState>) => {
    if (next.cards !== undefined) localStorage.setItem(viewStorageKey(listId), String(next.cards))
    const base = next.cards === undefined ? defaults : { ...defaults, cards: next.cards }
    setParams(writeListState({ ...state, page: 0, ...next }, base), { replace: true })
  }

  const q = listQuery(state, {
    search: config.search,
    conditions: Object.fromEntries(config.filters.map(({ key, condition }) => [key, condition])),
  })
  const rows = useQuery({
    ...config.list(q),
    placeholderData: keepPreviousData,
    staleTime: 5_000,
    refetchOnWindowFocus: true,
  })
  const total = useQuery({ ...config.count(), staleTime: 5_000 })
  const refresh = () => config.refresh(client)

  const ids = rows.data?.result.map(({ id }) => id) ?? []
  const { stars } = config
  const starQuery = stars?.of(ids) ?? noStars
  const starred = useQuery({ ...starQuery, enabled: Boolean(stars) && ids.length > 0, placeholderData: keepPreviousData })
  useStarFault(starred.error)
  const setStar = (id: number, on: boolean) => client.setQueryData<Stars>(starQuery.queryKey, (before = {}) => ({ ...before, [id]: on }))
  const star = useMutation({
    mutationFn: ({ id, on }: { id: number; on: boolean }) =>
      stars ? call(on ? stars.add : stars.remove, { params: { pk: id } }) : Promise.resolve(),
    onMutate: ({ id, on }) => setStar(id, on),
    onError: (error, { id, on }) => {
      setStar(id, !on)
      say(t('There was an error saving the favorite status: %s', [errorText(error)]), { kind: 'bad' })
    },
    onSuccess: () => (stars?.kind ? markStarred(client, stars.kind) : refresh()),
  })

  /** The rows of all pages; null if they could not be loaded, which is told. */
  const readAll = async (): Promise<R[] | null> => {
    try {
      const found = new Map<number, R>()
      for (let page = 0; ; page++) {
        const { result, count } = await client.fetchQuery(config.list({ ...q, page, page_size: largestPage }))
        for (const row of result) found.set(row.id, row)
        if (result.length === 0 || (page + 1) * largestPage >= count) return [...found.values()]
      }
    } catch (error) {
      say(t('An error occurred while fetching %ss: %s', [config.noun(1), errorText(error)]), { kind: 'bad' })
      return null
    }
  }

  const restore = async (deletedRows: R[]) => {
    const { remove } = config
    if (!remove?.restore) return
    const [fault] = await restoreRows(deletedRows, { restore: remove.restore, name })
    if (fault !== undefined) say(t('Could not restore what was deleted: %s', [fault]), { kind: 'bad' })
    await refresh()
  }
  const deletion = useMutation({
    mutationFn: async (gone: R[]) => {
      const { remove } = config
      if (!remove || (remove.confirm && !(await remove.confirm(gone)))) return false
      const [first] = gone
      if (gone.length > 1 && remove.many) await remove.many(gone.map(({ id }) => id))
      else if (first) for (const { id } of gone) await remove.one(id)
      return true
    },
    onSuccess: (done, gone) => {
      if (!done) return
      const [first] = gone
      const what = gone.length === 1 && first ? name(first) : `${gone.length} ${config.noun(gone.length)}`
      say(t('Deleted: %s', [what]), {
        ...(config.remove?.restore && { action: { label: t('Undo'), run: () => void restore(gone) } }),
      })
    },
    onError: (error, gone) => {
      const names = gone.map((row) => name(row)).join(', ')
      say(config.remove?.failure(names, errorText(error)) ?? errorText(error), { kind: 'bad' })
    },
    onSettled: refresh,
  })

  return {
    state,
    change,
    rows,
    total: total.data,
    isFiltered: state.search !== '' || Object.keys(state.filters).length > 0,
    readAll,
    isStarred: (row: R) => starred.data?.[row.id] ?? false,
    star: (row: R, on: boolean) => star.mutate({ id: row.id, on }),
    remove: (gone: R[]) => deletion.mutateAsync(gone).catch(() => false),
    isRemoving: deletion.isPending,
  }
}

export type List<R extends ListRow> = ReturnType<typeof useList<R>>
