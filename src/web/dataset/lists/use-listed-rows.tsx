import { useState } from 'react'
import { t } from '#core/i18n/t.ts'
import { Button } from '../../ui/button/Button.tsx'
import css from '../DatasetSheet.module.css'

/** Rows that are drawn at once: wide tables have thousands of columns. */
const pageRows = 100

type Spec<R> = {
  /** All columns or metrics of the form. */
  items: readonly R[]
  nameOf: (item: R) => string
  /** Which of them the list is for. */
  isIn?: (item: R) => boolean
  isLocked: boolean
  openKey: string | null
  /** Moves an item within the form. */
  move: (from: number, to: number) => void
}

/** The rows of a list of columns or metrics: those that match the search and the open one, at first a page of them, and how they move. */
export const useListedRows = <R extends { key: string; verbose_name: string }>(spec: Spec<R>) => {
  const { items, nameOf, isIn = () => true, isLocked, openKey, move } = spec
  const [text, setText] = useState('')
  const [most, setMost] = useState(pageRows)
  const words = text.trim().toLowerCase()
  const rows = items
    .map((item, index) => ({ item, index }))
    .filter(({ item }) => isIn(item) && (item.key === openKey || `${nameOf(item)} ${item.verbose_name}`.toLowerCase().includes(words)))
  const openAt = rows.findIndex(({ item }) => item.key === openKey)
  const first = rows.slice(0, Math.max(most, openAt + 1))
  /** In a filtered list the places between the shown rows are not seen. */
  const canMove = !isLocked && words === ''
  const moveTo = (from: number, neighbour: { index: number } | undefined) => neighbour !== undefined && (() => move(from, neighbour.index))
  const left = rows.length - first.length
  const more =
    left > 0 ? (
      <div className={css['more']}>
        <Button onClick={() => setMost(first.length + pageRows)}>{t('Show more')}</Button>
        <span>{t('%(count)s more', { count: left.toLocaleString(t.locale) })}</span>
      </div>
    ) : null
  return {
    text,
    setText,
    canMove,
    rows: first.map(({ item, index }, place) => ({
      item,
      index,
      onMove: canMove ? { up: moveTo(index, rows[place - 1]), down: moveTo(index, rows[place + 1]) } : undefined,
    })),
    more,
  }
}
