import { isCrossFilter, type DataMasks } from '#core/filters/data-mask.ts'
import { isSame } from '#core/filters/masks.ts'

/** A mark of a chart that was clicked, as the filter that it sets; nothing if it was released. */
export type ClickedMark = { chartId: number; value: unknown; label: string | null }

export type MaskChanges = {
  flags: { crossFiltersChanged: boolean; nativeFiltersChanged: boolean }
  marks: ClickedMark[]
}

/** What differs between two states of the filters. */
export const changesOf = (before: DataMasks, after: DataMasks): MaskChanges => {
  const ids = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter((id) => !isSame(before[id], after[id]))
  const pressed = ids.filter(isCrossFilter)
  return {
    flags: { crossFiltersChanged: pressed.length > 0, nativeFiltersChanged: pressed.length < ids.length },
    marks: pressed.map((id) => {
      const { value = null, label = null } = after[id]?.filterState ?? {}
      return { chartId: Number(id), value, label }
    }),
  }
}
