import { draggable } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import { setCustomNativeDragPreview } from '@atlaskit/pragmatic-drag-and-drop/element/set-custom-native-drag-preview'
import { useEffect, useRef, useState } from 'react'
import { useDashboardStore } from '../../state/dashboard-context.ts'
import { wrap, type DragSource } from './drag-source.ts'
import css from '../Edit.module.css'

/** The preview that follows the pointer. */
const drawPreview = (container: HTMLElement, name: string) => {
  const preview = document.createElement('div')
  preview.className = css['preview'] ?? ''
  preview.textContent = name
  container.append(preview)
}

type Options = { element: HTMLElement | null; handle?: HTMLElement | null; source: () => DragSource | null }

/** Makes an element draggable, by its handle if it has one. Returns true while it is dragged. */
export const usePartDrag = ({ element, handle, source }: Options): boolean => {
  const store = useDashboardStore()
  const [isDragged, setDragged] = useState(false)
  const latest = useRef(source)
  useEffect(() => {
    latest.current = source
  })
  useEffect(() => {
    if (!element || handle === null) return
    return draggable({
      element,
      ...(handle && { dragHandle: handle }),
      canDrag: () => latest.current() !== null,
      getInitialData: () => {
        const given = latest.current()
        return given ? wrap(given, store) : {}
      },
      onGenerateDragPreview: ({ nativeSetDragImage }) =>
        setCustomNativeDragPreview({
          nativeSetDragImage,
          getOffset: () => ({ x: 16, y: 18 }),
          render: ({ container }) => drawPreview(container, latest.current()?.name ?? ''),
        }),
      onDragStart: () => setDragged(true),
      onDrop: () => setDragged(false),
    })
  }, [element, handle, store])
  return isDragged
}
