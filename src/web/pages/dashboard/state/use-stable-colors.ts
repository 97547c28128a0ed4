import { useEffect, useRef } from 'react'
import { readLabelColors } from '#core/color/label-colors.ts'
import { useCards, usePageColors, useProperties } from './dashboard-context.ts'

/** Keeps label colours once all cards have loaded; colours in the properties take effect at once. */
export const useStableColors = () => {
  const colors = usePageColors()
  const { metadata } = useProperties()
  const isLoading = useCards(({ statuses }) => Object.values(statuses).some(({ status }) => status === 'loading'))
  const last = useRef(metadata)
  useEffect(() => {
    if (!isLoading) colors.keepColors()
  }, [colors, isLoading])
  useEffect(() => {
    const before = last.current
    if (before === metadata) return
    last.current = metadata
    colors.pin(readLabelColors(metadata), before['color_scheme'] === metadata['color_scheme'])
  }, [colors, metadata])
}
