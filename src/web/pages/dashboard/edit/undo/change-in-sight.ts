import type { Component, Layout } from '#core/layout/component.ts'
import type { History } from '#core/layout/history.ts'
import { isSame } from '#core/filters/masks.ts'
import { parentOf, pathTo, topmost } from '#core/layout/tree.ts'
import { openTabOf } from '../../state/derived.ts'
import type { OpenTabs } from '../../state/open-tabs.ts'

const topmostWhere = (layout: Layout, matches: (component: Component) => boolean): string[] =>
  topmost(
    layout,
    Object.values(layout)
      .filter(matches)
      .map(({ id }) => id),
  )

/**
 * Where a step shows, in reading order: what it added, moved or changed, without what lies inside that; where it only removed or put in
 * another order, the containers of that.
 */
export const changedParts = (before: Layout, after: Layout): string[] => {
  if (before === after) return []
  const changed = topmostWhere(after, ({ id, meta }) => {
    const old = before[id]
    return !old || parentOf(before, id)?.id !== parentOf(after, id)?.id || !isSame(old.meta, meta)
  })
  return changed.length > 0 ? changed : topmostWhere(after, ({ id, children }) => !isSame(before[id]?.children, children))
}

/** The tabs that have to be open for a part to be seen. Of a tab that stayed, its name is seen beside the open one. */
const tabsAround = (before: Layout, after: Layout, id: string): string[] => {
  const isContent = !before[id] || !isSame(before[id].children, after[id]?.children)
  return [...pathTo(after, id), ...(isContent ? [id] : [])].filter((each) => after[each]?.type === 'TAB')
}

/** The tab to open after a step, to see it: the innermost one around its first part. Null where a part of it is in sight. */
export const tabOfChange = (before: Layout, after: Layout, openTabs: OpenTabs): string | null => {
  const ways = changedParts(before, after).map((id) => tabsAround(before, after, id))
  const isOpen = (tab: string) => openTabOf({ layout: after, openTabs }, parentOf(after, tab)?.id ?? '') === tab
  return ways.some((way) => way.every(isOpen)) ? null : (ways[0]?.at(-1) ?? null)
}

/** Whether the one history became the other by an undo or a redo. */
export const isUndoOrRedo = <S>(before: History<S>, after: History<S>): boolean =>
  after.future[0]?.state === before.present || before.future[0]?.state === after.present
