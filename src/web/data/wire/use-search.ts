import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { RouteQuery } from '../resources.ts'

type SearchQuery<T> = RouteQuery<T[]> & { enabled?: boolean; staleTime?: number; retry?: boolean }

export type Search<T> = {
  text: string
  onSearch: (text: string) => void
  /** What the server found; for the text before, until it has answered. */
  data: T[] | undefined
  /** The text that `data` answers; null until the server has answered the one that is typed. */
  searched: string | null
  isWaiting: boolean
  error: Error | null
}

/** The text of a search field, and what the server finds for it. */
export const useSearch = <T>(queryFor: (text: string) => SearchQuery<T>): Search<T> => {
  const [text, onSearch] = useState('')
  const { data, error, isPending, isPlaceholderData } = useQuery({ ...queryFor(text), placeholderData: keepPreviousData })
  const isWaiting = isPending || isPlaceholderData
  return { text, onSearch, data, searched: isWaiting ? null : text, isWaiting, error }
}
