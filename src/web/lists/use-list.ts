import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { t } from '#core/i18n/t.ts'
import { call } from '../data/call.ts'
import { textOf } from '../data/call-error.ts'
import { say } from '../ui/toast.ts'
import type { ListConfig, ListRow } from './config.ts'
import { listQuery, readListState, writeListState, type ListState } from './list-state.ts'

type Page<R> = { count: number; result: R[] }
type Statuses = { result: { id: number; value: boolean }[] }

const viewKey = (tag: string) => `chartroom.list.${tag}.cards`

/** The list's state in the address, its rows, and what may be done with them. */
export const useList = <R extends ListRow>(config: ListConfig<R>) => {
  const { tag, list, name } = config
  const [params, setParams] = useSearchParams()
  const client = useQueryClient()
  const stored = localStorage.getItem(viewKey(tag))
  const defaults = { ...config.defaults, cards: config.card ? (stored ? stored === 'true' : config.defaults.cards) : false }
  const state = readListState(params, defaults)
  const change = (next: Partial<ListState>) => {
    if (next.cards !== undefined) localStorage.setItem(viewKey(tag), String(next.cards))
    const base = next.cards === undefined ? defaults : { ...defaults, cards: next.cards }
    setParams(writeListState({ ...state, page: 0, ...next }, base), { replace: true })
  }

  const q = listQuery(state, {
    columns: config.columns,
    search: config.search,
    conditions: Object.fromEntries(config.filters.map(({ key, condition }) => [key, condition])),
  })
  const rows = useQuery({
    queryKey: [tag, 'list', q],
    placeholderData: keepPreviousData,
    staleTime: 5_000,
    refetchOnWindowFocus: true,
    queryFn: ({ signal }) => call(list, { q }, { signal }) as Promise<Page<R>>,
  })
  const total = useQuery({
    queryKey: [tag, 'count'],
    staleTime: 5_000,
    queryFn: async ({ signal }) => ((await call(list, { q: { columns: ['id'], page_size: 1 } }, { signal })) as Page<R>).count,
  })
  const refresh = () => client.invalidateQueries({ queryKey: [tag] })

  const ids = rows.data?.result.map(({ id }) => id) ?? []
  const starKey = [tag, 'stars', ids]
  const { stars } = config
  const starred = useQuery({
    queryKey: starKey,
    enabled: Boolean(stars) && ids.length > 0,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      if (!stars) return {}
      const { result } = (await call(stars.status, { q: ids }, { signal })) as Statuses
      return Object.fromEntries(result.map(({ id, value }) => [id, value])) as Record<number, boolean>
    },
  })
  const star = useMutation({
    mutationFn: ({ id, on }: { id: number; on: boolean }) =>
      stars ? call(on ? stars.add : stars.remove, { params: { pk: id } }) : Promise.resolve(),
    onMutate: ({ id, on }) => client.setQueryData(starKey, (before: Record<number, boolean> = {}) => ({ ...before, [id]: on })),
    onError: (error, { id, on }) => {
      client.setQueryData(starKey, (before: Record<number, boolean> = {}) => ({ ...before, [id]: !on }))
      say(t('There was an error saving the favorite status: %s', [textOf(error)]), { kind: 'bad' })
    },
    onSuccess: () => client.invalidateQueries({ queryKey: ['home'] }),
  })

  const restore = async (gone: R[]) => {
    const { remove } = config
    if (!remove?.restore) return
    try {
      for (const { id } of gone) await call(remove.restore, { params: { pk: id } })
    } catch (error) {
      say(t('Could not bring back what was deleted: %s', [textOf(error)]), { kind: 'bad' })
    }
    await refresh()
  }
  const deletion = useMutation({
    mutationFn: async (gone: R[]) => {
      const { remove } = config
      if (!remove || (remove.confirm && !(await remove.confirm(gone)))) return false
      const [first] = gone
      if (gone.length > 1 && remove.many) await call(remove.many, { q: gone.map(({ id }) => id) })
      else if (first) for (const { id } of gone) await call(remove.one, { params: { pk: id } })
      return true
    },
    onSuccess: async (done, gone) => {
      if (!done) return
      const [first] = gone
      const what = gone.length === 1 && first ? name(first) : `${gone.length} ${config.noun(gone.length)}`
      say(t('Deleted: %s', [what]), {
        ...(config.remove?.restore && { action: { label: t('Undo'), run: () => void restore(gone) } }),
      })
      await client.invalidateQueries({ queryKey: ['home'] })
    },
    onError: (error, gone) => {
      const names = gone.map((row) => name(row)).join(', ')
      say(config.remove?.failure(names, textOf(error)) ?? textOf(error), { kind: 'bad' })
    },
    onSettled: refresh,
  })

  return {
    state,
    change,
    rows,
    total: total.data,
    isFiltered: state.search !== '' || Object.keys(state.filters).length > 0,
    isStarred: (row: R) => starred.data?.[row.id] ?? false,
    star: (row: R, on: boolean) => star.mutate({ id: row.id, on }),
    remove: (gone: R[]) => deletion.mutateAsync(gone).catch(() => false),
    isRemoving: deletion.isPending,
  }
}

export type List<R extends ListRow> = ReturnType<typeof useList<R>>
