import { useLayoutEffect, useState } from 'react'
import type { RefObject } from 'react'
import { create } from 'zustand'
import { resolveWidths, widthsAfterResize } from '../model/resolve-widths.ts'
import type { SizedColumn, Widths } from '../model/resolve-widths.ts'

/** Widths that people set, by table: kept while the page lives. */
const useAllSet = create<Record<string, Widths>>(() => ({}))

const none: Widths = {}

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
  const set = useAllSet((all) => all[table] ?? none)
  const widths = resolveWidths(columns, set, available)
  const resize = (index: number, width: number) =>
    useAllSet.setState((all) => ({ [table]: { ...all[table], ...widthsAfterResize(columns, widths, { index, width }) } }))
  return { widths, resize }
}
