import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import { useEffect, useRef, useState } from 'react'
import type { RefObject } from 'react'
import { create } from 'zustand'
import { t } from '#core/i18n/t.ts'
import { hasFeature } from '../../data/feature-flags.ts'
import { say } from '../../ui/feedback/toast.ts'
import type { Field } from './landing.ts'

/** What is dragged: a field of the dataset, or a pill of a list to another place. */
export type Dragged = Field | { kind: 'pill'; list: string; index: number }

export const pillStaysText = () => t('What is chosen moves within its own control. Drag the field from the dataset instead.')

const key = Symbol.for('chartroom.field')

const wrap = (dragged: Dragged) => ({ [key]: dragged })
const unwrap = (data: Record<string | symbol, unknown>): Dragged | null => (data[key] as Dragged | undefined) ?? null

/** What is being dragged anywhere on the page. */
const useDragged = create<{ dragged: Dragged | null }>(() => ({ dragged: null }))

/** Makes an element draggable; true while it is dragged. */
export const useDraggable = (element: RefObject<HTMLElement | null>, dragged: Dragged | null): boolean => {
  const [isDragging, setDragging] = useState(false)
  const latest = useRef(dragged)
  useEffect(() => {
    latest.current = dragged
  })
  const enabled = dragged !== null && hasFeature('ENABLE_EXPLORE_DRAG_AND_DROP')
  useEffect(() => {
    if (!element.current || !enabled) return
    return draggable({
      element: element.current,
      getInitialData: () => (latest.current ? wrap(latest.current) : {}),
      onDragStart: () => {
        setDragging(true)
        useDragged.setState({ dragged: latest.current })
      },
      onDrop: () => {
        setDragging(false)
        useDragged.setState({ dragged: null })
      },
    })
  }, [element, enabled])
  return isDragging
}

type Target = {
  /** Why it is rejected here; null where it is accepted. */
  refusal: (dragged: Dragged) => string | null
  /** `at`: the place in a list, counted before anything is taken out. */
  onDrop: (dragged: Dragged, at: number) => void
  /** Number of items in the list; each has `data-pill` with its place. */
  count: number
}

/** `isLit`: what is being dragged fits here. `place`: where it would go, while it is over the element. */
export type DropState = { isLit: boolean; place: number | null }

/** Takes what is dropped on an element; a drop that does not fit says why. */
export const useDropTarget = (element: RefObject<HTMLElement | null>, target: Target): DropState => {
  const [place, setPlace] = useState<number | null>(null)
  const dragged = useDragged((state) => state.dragged)
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
    return dropTargetForElements({
      element: box,
      canDrop: ({ source }) => unwrap(source.data) !== null,
      onDrag: ({ source, location }) => {
        const over = unwrap(source.data)
        setPlace(over && latest.current.refusal(over) === null ? placeOf(location.current.input.clientY) : null)
      },
      onDragLeave: () => setPlace(null),
      onDrop: ({ source, location }) => {
        setPlace(null)
        const dropped = unwrap(source.data)
        if (!dropped) return
        const refusal = latest.current.refusal(dropped)
        if (refusal === null) latest.current.onDrop(dropped, placeOf(location.current.input.clientY))
        else say(refusal, { kind: 'warn' })
      },
    })
  }, [element])
  return { isLit: dragged !== null && target.refusal(dragged) === null, place }
}
