import type { Layout } from '#core/layout/component.ts'
import { pathTo } from '#core/layout/tree.ts'
import { asRecord, isObject } from '#core/query/read.ts'

/** The open tab of each tabs component in which one was chosen. */
export type OpenTabs = Readonly<Record<string, string>>

/** Opens every tab on the way to a component, and the component itself if it is a tab. */
export const withOpenTab = (layout: Layout, open: OpenTabs, id: string): OpenTabs =>
  pathTo(layout, id)
    .concat(id)
    .reduce((next, each) => {
      const parent = pathTo(layout, each).at(-1)
      return layout[each]?.type === 'TAB' && parent ? { ...next, [parent]: each } : next
    }, open)

/** The tabs in the state of an entry of the browser's history; null if none were chosen there. */
export const readOpenTabs = (state: unknown): OpenTabs | null => {
  const { openTabs } = asRecord(state)
  return isOpenTabs(openTabs) ? openTabs : null
}

const isOpenTabs = (value: unknown): value is OpenTabs => isObject(value) && Object.values(value).every((tab) => typeof tab === 'string')
