import { useLayoutEffect, useState } from 'react'
import type { RefObject } from 'react'
import { create } from 'zustand'
import { arrangeByPin, pinsThatFit, togglePin, type Pin, type Pins } from '../model/pins.ts'
import { resolveWidths, widthsAfterResize } from '../model/resolve-widths.ts'
import type { SizedColumn, Widths } from '../model/resolve-widths.ts'

/** What people did to the columns of a table: the widths they set, the columns they pinned. */
type Layout = { widths: Widths; pins: Pins }

/** Layouts by table: kept while the page lives. */
const useLayouts = create<Record<string, Layout>>(() => ({}))

const untouched: Layout = { widths: {}, pins: [] }

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

/** px that the button takes from the head of a column that a person pinned. */
const pinButtonPx = 24

const pinned = <C extends SizedColumn & { pin?: Pin }>(column: C): C => ({
  ...column,
  pin: 'start',
  ...(column.width !== undefined && { width: column.width + pinButtonPx }),
  ...(column.content !== undefined && { content: column.content + pinButtonPx }),
})

type Options<C> = {
  /** What the layout is remembered by. */
  id: string
  columns: readonly C[]
  /** px */
  available: number
  /** px that the first and the last column need beside their content. */
  outer?: number
}

/** The columns of a table in the order they are, with their widths, and what changes them. */
export const useColumns = <C extends SizedColumn & { pin?: Pin }>({ id, columns: own, available, outer = 0 }: Options<C>) => {
  const layout = useLayouts((all) => all[id] ?? untouched)
  const natural = resolveWidths(own, layout.widths, available)
  const fitting = (pins: Pins) => pinsThatFit(own, pins, { widths: natural, available })
  const pins = fitting(layout.pins)
  const arranged = arrangeByPin(own.map((column) => (pins.includes(column.key) ? pinned(column) : column)))
  const columns = arranged.map((column, i) => {
    const ends = Number(i === 0) + Number(i === arranged.length - 1)
    return column.content === undefined || ends === 0 ? column : { ...column, content: column.content + ends * outer }
  })
  const widths = resolveWidths(columns, layout.widths, available)
  const change = (next: (layout: Layout) => Partial<Layout>) =>
    useLayouts.setState((all) => ({ [id]: { ...(all[id] ?? untouched), ...next(all[id] ?? untouched) } }))
  return {
    columns,
    widths,
    /** px of all columns together. */
    total: widths.reduce((sum, width) => sum + width, 0),
    resize: (index: number, width: number) =>
      change((last) => ({ widths: { ...last.widths, ...widthsAfterResize(columns, widths, { index, width }) } })),
    /** Keys of the columns that a person pinned. */
    pins,
    /** Whether a column fits beside what is pinned. */
    canPin: (key: string) => pins.includes(key) || fitting([...pins, key]).includes(key),
    togglePin: (key: string) => change((last) => ({ pins: togglePin(last.pins, key) })),
  }
}
