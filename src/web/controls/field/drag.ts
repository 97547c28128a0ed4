import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import { attachClosestEdge, extractClosestEdge } from '@atlaskit/pragmatic-drag-and-drop-hitbox/closest-edge'
import { useEffect, useRef, useState } from 'react'
import type { RefObject } from 'react'

/** What is dragged: a field of the dataset, or a pill of a list to another place. */
export type Dragged = { kind: 'metric'; name: string } | { kind: 'column'; name: string } | { kind: 'pill'; list: string; index: number }

const key = Symbol.for('chartroom.field')

const wrap = (dragged: Dragged) => ({ [key]: dragged })
const unwrap = (data: Record<string | symbol, unknown>): Dragged | null => (data[key] as Dragged | undefined) ?? null

/** Makes an element draggable; true while it is dragged. */
export const useDraggable = (element: RefObject<HTMLElement | null>, dragged: Dragged | null): boolean => {
  const [isDragging, setDragging] = useState(false)
  const latest = useRef(dragged)
  useEffect(() => {
    latest.current = dragged
  })
  const enabled = dragged !== null
  useEffect(() => {
    if (!element.current || !enabled) return
    return draggable({
      element: element.current,
      getInitialData: () => (latest.current ? wrap(latest.current) : {}),
      onDragStart: () => setDragging(true),
      onDrop: () => setDragging(false),
    })
  }, [element, enabled])
  return isDragging
}

type Target = {
  accepts: (dragged: Dragged) => boolean
  /** `at`: the place in a list, counted before anything is taken out. */
  onDrop: (dragged: Dragged, at: number) => void
  /** Number of items in the list; each has `data-pill` with its place. */
  count: number
}

/** Takes what is dropped on an element; gives the place where it would go, while something fitting is over it. */
export const useDropTarget = (element: RefObject<HTMLElement | null>, target: Target): number | null => {
  const [place, setPlace] = useState<number | null>(null)
  const latest = useRef(target)
  useEffect(() => {
    latest.current = target
  })
  useEffect(() => {
    const box = element.current
    if (!box) return
    const placeOf = (clientY: number): number => {
      const pills = [...box.querySelectorAll<HTMLElement>('[data-pill]')]
      const below = pills.findIndex((pill) => {
        const { top, height } = pill.getBoundingClientRect()
        return clientY < top + height / 2
      })
      return below < 0 ? latest.current.count : below
    }
    const read = (data: Record<string | symbol, unknown>) => {
      const dragged = unwrap(data)
      return dragged && latest.current.accepts(dragged) ? dragged : null
    }
    return dropTargetForElements({
      element: box,
      canDrop: ({ source }) => read(source.data) !== null,
      getData: ({ input, element: over }) => attachClosestEdge({}, { input, element: over, allowedEdges: ['top', 'bottom'] }),
      onDrag: ({ location, self }) =>
        setPlace(extractClosestEdge(self.data) ? placeOf(location.current.input.clientY) : latest.current.count),
      onDragLeave: () => setPlace(null),
      onDrop: ({ source, location }) => {
        setPlace(null)
        const dragged = read(source.data)
        if (dragged) latest.current.onDrop(dragged, placeOf(location.current.input.clientY))
      },
    })
  }, [element])
  return place
}
