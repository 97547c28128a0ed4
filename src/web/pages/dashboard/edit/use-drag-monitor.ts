import { monitorForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import { preventUnhandled } from '@atlaskit/pragmatic-drag-and-drop/prevent-unhandled'
import { useEffect } from 'react'
import { dropTarget, type Point } from '#core/layout/drop-target.ts'
import { useDashboardStore } from '../state/dashboard-context.ts'
import { putInto } from './deeds.ts'
import { unwrap, useDrag } from './drag-store.ts'
import { pageGeometry } from './geometry.ts'

/** ms over the word of a tab until it opens. */
const opensAfter = 500
/** ms between two looks at where the pointer is. */
const lookEvery = 50

const isOverPane = ({ x, y }: Point) => Boolean(document.elementFromPoint(x, y)?.closest('[data-pane]'))

/** Follows a drag over the whole page: shows where it would go, opens tabs under way, lets go. */
export const useDragMonitor = () => {
  const store = useDashboardStore()
  useEffect(() => {
    let looked = 0
    let hovered: { tab: string; since: number } | null = null

    const openHoveredTab = ({ x, y }: Point) => {
      const word = document.elementFromPoint(x, y)?.closest<HTMLElement>('[data-tab]')
      const tab = word?.dataset['tab']
      if (!tab) return (hovered = null)
      if (hovered?.tab !== tab) hovered = { tab, since: Date.now() }
      else if (Date.now() - hovered.since > opensAfter) store.getState().reveal(tab)
      return undefined
    }
    const look = (point: Point) => {
      const { dragged, target } = useDrag.getState()
      if (!dragged) return
      const { layout } = store.getState().history.present
      const next = isOverPane(point) ? null : dropTarget(layout, dragged, point, pageGeometry())
      if (JSON.stringify(next) !== JSON.stringify(target)) useDrag.setState({ target: next })
    }
    return monitorForElements({
      canMonitor: ({ source }) => unwrap(source.data) !== null,
      onDragStart: ({ source }) => {
        preventUnhandled.start()
        useDrag.setState({ dragged: unwrap(source.data)?.dragged ?? null, target: null })
      },
      onDrag: ({ location }) => {
        const { clientX: x, clientY: y } = location.current.input
        openHoveredTab({ x, y })
        if (Date.now() - looked < lookEvery) return
        looked = Date.now()
        look({ x, y })
      },
      onDrop: ({ source, location }) => {
        preventUnhandled.stop()
        const { clientX: x, clientY: y } = location.current.input
        look({ x, y })
        const { target } = useDrag.getState()
        const dropped = unwrap(source.data)
        useDrag.setState({ dragged: null, target: null })
        if (!target || !dropped || location.current.dropTargets.length === 0) return
        dropped.prepare?.()
        putInto(store, dropped.dragged, target.place)
      },
    })
  }, [store])
}
