import { useEffect, useRef, useState } from 'react'
import { colorSettings, readColoring, type Coloring } from '../colors/coloring.ts'
import { useCards, useMount, useProperties } from './dashboard-context.ts'

/** Keeps label colours once all cards have loaded; colours in the properties take effect at once. */
export const useStableColors = () => {
  const { colors, coloring: opened } = useMount()
  const { metadata } = useProperties()
  const isLoading = useCards(({ statuses }) => Object.values(statuses).some(({ status }) => status === 'loading'))
  const last = useRef(metadata)
  const [{ keep }, setColoring] = useState<Coloring>(opened)
  useEffect(() => {
    if (isLoading) return
    colors.keepColors()
    keep?.(colors.store.getState().colors)
  }, [colors, keep, isLoading])
  useEffect(() => {
    const before = last.current
    if (before === metadata) return
    last.current = metadata
    const isSameRule = colorSettings.every((key) => before[key] === metadata[key])
    void readColoring(metadata).then((coloring) => {
      if (last.current !== metadata) return
      colors.pin(coloring.labelColors, isSameRule ? undefined : coloring)
      setColoring(coloring)
    })
  }, [colors, metadata])
}
