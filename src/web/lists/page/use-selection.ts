import { useMemo, useState } from 'react'
import type { ListRow } from '../config.ts'

type Rows<R> = ReadonlyMap<string, R>

const byId = <R extends ListRow>(rows: readonly R[]): Rows<R> => new Map(rows.map((row) => [String(row.id), row]))

/** The selected rows of a list, also those of other pages, until another `question` is asked of it. */
export const useSelection = <R extends ListRow>(shown: readonly R[], question: string) => {
  const [selected, setSelected] = useState<Rows<R>>(new Map())
  const [asked, setAsked] = useState(question)
  if (question !== asked) {
    setAsked(question)
    setSelected(new Map())
  }
  const ids = useMemo((): ReadonlySet<string> => new Set(selected.keys()), [selected])
  const fresh = useMemo(() => byId(shown), [shown])
  const rows = useMemo(() => [...selected].map(([id, row]) => fresh.get(id) ?? row), [selected, fresh])
  return {
    ids,
    rows,
    hasPage: shown.length > 0 && shown.every(({ id }) => ids.has(String(id))),
    select: (next: ReadonlySet<string>) => setSelected((before) => new Map([...before, ...fresh].filter(([id]) => next.has(id)))),
    selectRows: (all: readonly R[]) => setSelected(byId(all)),
    deselect: (gone: readonly R[]) =>
      setSelected((before) => new Map([...before].filter(([id]) => !gone.some((row) => String(row.id) === id)))),
    clear: () => setSelected(new Map()),
  }
}
