import { useEffect, useMemo, useState } from 'react'
import { startSearch, type RowSearch } from './search-rows.ts'

/** A slice leaves room for a frame of 16 ms. */
const sliceMs = 8

type Found = { rows: Uint32Array; isSearching: boolean }

/** The rows that match a search: the first of them at once, all of them when everything was searched. */
export const useFoundRows = (rows: Uint32Array, search: string, texts: ((row: number) => string)[]): Found => {
  const first = useMemo(() => {
    const run = startSearch(rows, search, texts)
    const isDone = run.advance(sliceMs)
    return { run, isDone, found: run.found() }
  }, [rows, search, texts])
  const [complete, setComplete] = useState<{ run: RowSearch; found: Uint32Array } | null>(null)
  useEffect(() => {
    if (first.isDone) return
    const goOn = () => {
      if (first.run.advance(sliceMs)) setComplete({ run: first.run, found: first.run.found() })
      else timer = setTimeout(goOn)
    }
    let timer = setTimeout(goOn)
    return () => clearTimeout(timer)
  }, [first])
  if (complete?.run === first.run) return { rows: complete.found, isSearching: false }
  return { rows: first.found, isSearching: !first.isDone }
}
