import { useLayoutEffect, useState } from 'react'
import type { RefObject } from 'react'
import { create } from 'zustand'
import { resolveWidths } from './resolve-widths.ts'
import type { SizedColumn, Widths } from './resolve-widths.ts'

/** Widths that were given to columns, by table: kept while the page lives. */
const useAllGiven = create<Record<string, Widths>>(() => ({}))

const none: Widths = {}

/** Widths that a person gave to the columns of a table, and what gives more. */
export const useGivenWidths = (table: string): [given: Widths, give: (widths: Widths) => void] => [
  useAllGiven((all) => all[table] ?? none),
  (widths) => useAllGiven.setState((all) => ({ [table]: { ...all[table], ...widths } })),
]

/** px that an element has for its content. */
export const useClientWidth = (target: HTMLElement | RefObject<HTMLElement | null> | null): number => {
  const [width, setWidth] = useState(0)
  useLayoutEffect(() => {
    const element = target && 'current' in target ? target.current : target
    if (!element) return
    const update = () => setWidth(element.clientWidth)
    update()
    const observer = typeof ResizeObserver === 'undefined' ? null : new ResizeObserver(update)
    observer?.observe(element)
    return () => observer?.disconnect()
  }, [target])
  return width
}

/** The widths of a table's columns now, and what makes one another width. */
export const useColumns = (
  table: string,
  columns: SizedColumn[],
  available: number,
): { widths: number[]; resize: (index: number, width: number) => void } => {
  const [given, give] = useGivenWidths(table)
  const widths = resolveWidths(columns, given, available)
  const resize = (index: number, width: number) => {
    // What lies before stays where it is, so that the edge follows the pointer.
    const before = columns.slice(0, index).map(({ key }, i) => [key, widths[i] ?? width])
    const key = columns[index]?.key
    if (key !== undefined) give({ ...Object.fromEntries(before), [key]: width })
  }
  return { widths, resize }
}
