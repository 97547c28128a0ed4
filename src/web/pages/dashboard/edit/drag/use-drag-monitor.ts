import { dropTargetForElements, monitorForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import { preventUnhandled } from '@atlaskit/pragmatic-drag-and-drop/prevent-unhandled'
import { useEffect } from 'react'
import { dropTarget, type Point } from '#core/layout/drag/drop-target.ts'
import { useMount } from '../../state/dashboard-context.ts'
import { currentLayout, placePart } from '../actions.ts'
import { unwrap } from './drag-source.ts'
import { pageGeometry } from './geometry.ts'

/** A tab opens after being hovered this long during a drag. */
const opensAfterMs = 500
const lookEveryMs = 50

/** Handles drags over the dashboard: shows the drop target, opens hovered tabs, drops. */
export const useDragMonitor = () => {
  const mount = useMount()
  useEffect(() => {
    const { store, root } = mount
    let lookedAt = 0
    let hovered: { tab: string; since: number } | null = null

    const elementAt = ({ x, y }: Point, selector: string): HTMLElement | null => {
      const found = document.elementFromPoint(x, y)?.closest<HTMLElement>(selector) ?? null
      return found && root.current?.contains(found) ? found : null
    }
    const openHoveredTab = (point: Point) => {
      const tab = elementAt(point, '[data-tab]')?.dataset['tab']
      if (!tab) hovered = null
      else if (hovered?.tab !== tab) hovered = { tab, since: Date.now() }
      else if (Date.now() - hovered.since > opensAfterMs) store.getState().reveal(tab)
    }
    const look = (point: Point) => {
      const { dragging, set } = store.getState()
      if (!dragging) return
      const { dragged, target } = dragging
      const next = elementAt(point, '[data-pane]') ? null : dropTarget(currentLayout(store), dragged, point, pageGeometry(mount))
      if (JSON.stringify(next) !== JSON.stringify(target)) set({ dragging: { dragged, target: next } })
    }
    const stopMonitor = monitorForElements({
      canMonitor: ({ source }) => unwrap(source.data, store) !== null,
      onDragStart: ({ source }) => {
        preventUnhandled.start()
        const dragged = unwrap(source.data, store)?.dragged
        store.getState().set({ dragging: dragged ? { dragged, target: null } : null })
      },
      onDrag: ({ location }) => {
        const { clientX: x, clientY: y } = location.current.input
        openHoveredTab({ x, y })
        if (Date.now() - lookedAt < lookEveryMs) return
        lookedAt = Date.now()
        look({ x, y })
      },
      onDrop: ({ source, location }) => {
        preventUnhandled.stop()
        const { clientX: x, clientY: y } = location.current.input
        look({ x, y })
        const target = store.getState().dragging?.target
        const dropped = unwrap(source.data, store)
        store.getState().set({ dragging: null })
        if (!target || !dropped || location.current.dropTargets.length === 0) return
        if (dropped.prepare && !dropped.prepare()) return
        placePart(store, dropped.dragged, target.place)
      },
    })
    const stopTarget = root.current
      ? dropTargetForElements({ element: root.current, canDrop: ({ source }) => unwrap(source.data, store) !== null })
      : null
    return () => {
      stopMonitor()
      stopTarget?.()
    }
  }, [mount])
}
