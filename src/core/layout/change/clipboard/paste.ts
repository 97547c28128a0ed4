import { copySubtree } from '../copy-subtree.ts'
import { placesAfter } from '../places.ts'
import { put } from '../put.ts'
import type { Layout, Outcome, Place, Refusal } from '../../component.ts'
import { ownWidth } from '../../width.ts'
import type { Clip } from './clip.ts'

/** Tries the places in order: first one that leaves the component its width, else one that narrows it. */
const putInto = (layout: Layout, id: string, places: readonly Place[]): Outcome => {
  const outcomes = places.map((place) => put(layout, id, place))
  const allowed = outcomes.filter((outcome) => !outcome.refused)
  const unchanged = allowed.find((outcome) => !outcome.refused && ownWidth(outcome.layout, id) === ownWidth(layout, id))
  const isCrowded = outcomes.some(({ refused }) => refused === 'space')
  return unchanged ?? allowed[0] ?? { refused: isCrowded ? 'space' : 'place' }
}

export type Pasted = { layout: Layout; ids: string[]; refused?: undefined } | { refused: Refusal }

/** Adds copied components at the first of these places that takes them, one after the other. All or nothing. */
export const pasteParts = (layout: Layout, { components, roots }: Clip, places: readonly Place[]): Pasted => {
  const ids: string[] = []
  let next = layout
  for (const root of roots) {
    const copy = copySubtree(components, root, next)
    const last = ids.at(-1)
    const outcome = copy ? putInto(copy.layout, copy.id, last === undefined ? places : placesAfter(next, last)) : null
    if (!outcome || outcome.refused) return { refused: outcome?.refused ?? 'place' }
    ids.push(outcome.id)
    next = outcome.layout
  }
  return { layout: next, ids }
}
