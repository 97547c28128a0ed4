import { createStore } from 'zustand'
import { assignLabelColors } from '#core/color/label-colors.ts'
import type { LabelColors, LabelGroup } from '#core/color/label-colors.ts'

const isSame = (a: LabelColors, b: LabelColors): boolean => {
  const labels = Object.keys(a)
  return labels.length === Object.keys(b).length && labels.every((label) => a[label] === b[label])
}

type Options = {
  /** Colours that the author of the page chose. */
  pinned?: LabelColors
  /** Ids of the pictures in reading order: while several are on their way, the first one on the page decides and not the fastest. */
  order?: () => readonly string[]
}

/** The colours of labels on one page: a label has the same one in every picture, and keeps it. */
export const createLabelColors = ({ pinned = {}, order }: Options = {}) => {
  const store = createStore<{ colors: LabelColors }>(() => ({ colors: pinned }))
  const groups = new Map<string, readonly LabelGroup[]>()
  let settled: LabelColors = {}
  let chosen = pinned
  const update = () => {
    const ids = order ? order().filter((id) => groups.has(id)) : [...groups.keys()]
    const colors = assignLabelColors(
      { ...settled, ...chosen },
      ids.flatMap((id) => groups.get(id) ?? []),
    )
    if (!isSame(colors, store.getState().colors)) store.setState({ colors })
  }
  return {
    store,
    /** Announces the labels of a picture. */
    tell: (id: string, labels: readonly LabelGroup[]) => {
      groups.set(id, labels)
      update()
    },
    /** From now on the labels that have a colour keep it. */
    settle: () => {
      settled = store.getState().colors
    },
    /** Takes other colours of the author's; forgets those that were only given when nothing shall be kept. */
    pin: (colors: LabelColors, keep: boolean) => {
      chosen = colors
      if (!keep) settled = {}
      update()
    },
  }
}

export type PageColors = ReturnType<typeof createLabelColors>
