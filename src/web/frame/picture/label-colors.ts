import { createStore } from 'zustand'
import { assignLabelColors, schemeUnder } from '#core/color/label-colors.ts'
import type { LabelColors, LabelGroup, SchemeOf } from '#core/color/label-colors.ts'
import { hasFeature } from '../../data/feature-flags.ts'

const isSame = (a: LabelColors, b: LabelColors): boolean => {
  const labels = Object.keys(a)
  return labels.length === Object.keys(b).length && labels.every((label) => a[label] === b[label])
}

type Options = {
  /** Colours chosen by the author of the page. */
  pinned?: LabelColors
  /** Colours that labels have on other pages. */
  kept?: LabelColors | undefined
  schemeOf?: SchemeOf | undefined
  /** Ids of the charts in reading order, so that colours do not depend on which chart loads first. */
  order?: () => readonly string[]
}

/** The label colours of a page: a label has the same colour in every chart. */
export const createLabelColors = ({ pinned = {}, kept = {}, schemeOf, order }: Options = {}) => {
  const store = createStore<{ colors: LabelColors; groups: ReadonlyMap<string, readonly LabelGroup[]> }>(() => ({
    colors: pinned,
    groups: new Map(),
  }))
  let keptColors = kept
  let scheme = schemeOf
  let pinnedColors = pinned
  const update = (groups = store.getState().groups) => {
    const ids = order ? order().filter((id) => groups.has(id)) : [...groups.keys()]
    const colors = assignLabelColors(
      { ...keptColors, ...pinnedColors },
      ids.flatMap((id) => groups.get(id) ?? []),
      scheme,
    )
    store.setState({ groups, ...(!isSame(colors, store.getState().colors) && { colors }) })
  }
  return {
    store,
    /** Sets the labels of a chart. */
    setLabels: (id: string, labels: readonly LabelGroup[]) => {
      update(new Map(store.getState().groups).set(id, labels))
    },
    /** Labels that have a colour now keep it. */
    keepColors: () => {
      keptColors = store.getState().colors
    },
    /** The labels of a chart, in its order. */
    groupsOf: (id: string): readonly LabelGroup[] => store.getState().groups.get(id) ?? [],
    /** Sets the author's colours; a label that has none any more is given one. With another scheme, all assigned colours are forgotten. */
    pin: (colors: LabelColors, next?: { schemeOf?: SchemeOf | undefined }) => {
      keptColors = next
        ? {}
        : Object.fromEntries(
            Object.entries(keptColors).filter(([label]) => !Object.hasOwn(pinnedColors, label) || Object.hasOwn(colors, label)),
          )
      pinnedColors = colors
      if (next) scheme = next.schemeOf
      update()
    },
  }
}

export type PageColors = ReturnType<typeof createLabelColors>

/** The label colours of a chart outside a dashboard. */
export const createOwnColors = (): PageColors =>
  createLabelColors(hasFeature('USE_ANALAGOUS_COLORS') ? { schemeOf: (own) => schemeUnder({ scheme: null, isAnalogous: true }, own) } : {})
