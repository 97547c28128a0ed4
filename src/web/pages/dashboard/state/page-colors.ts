import { useEffect, useRef } from 'react'
import { readLabelColors } from '#core/color/label-colors.ts'
import { rootId } from '#core/layout/component.ts'
import { subtree } from '#core/layout/tree.ts'
import { createLabelColors, type PageColors } from '../../../frame/picture/label-colors.ts'
import { useCards, usePageColors, useProperties } from './dashboard-context.ts'
import type { DashboardStore } from './store.ts'

/** The colours of labels on a dashboard: those that it was saved with, and for others the first chart of the page decides. */
export const colorsOf = (store: DashboardStore): PageColors => {
  const { properties } = store.getState().history.present
  const order = () => subtree(store.getState().history.present.layout, rootId).map(({ id }) => id)
  return createLabelColors({ pinned: readLabelColors(properties.metadata), order })
}

/** Labels keep their colour once no card is on its way any more; what the properties say of colours takes effect at once. */
export const useSteadyColors = () => {
  const colors = usePageColors()
  const { metadata } = useProperties()
  const isLoading = useCards(({ news }) => Object.values(news).some(({ status }) => status === 'loading'))
  const last = useRef(metadata)
  useEffect(() => {
    if (!isLoading) colors.settle()
  }, [colors, isLoading])
  useEffect(() => {
    const before = last.current
    if (before === metadata) return
    last.current = metadata
    colors.pin(readLabelColors(metadata), before['color_scheme'] === metadata['color_scheme'])
  }, [colors, metadata])
}
