import type { Component, ComponentType, Layout, Meta } from './component.ts'
import { defaultHeight, defaultWidth } from './grid.ts'

const transparent = { background: 'BACKGROUND_TRANSPARENT' }
const sized = { width: defaultWidth, height: defaultHeight }

const defaults: Record<ComponentType, Meta> = {
  ROOT: {},
  GRID: {},
  ROW: transparent,
  COLUMN: { width: defaultWidth, ...transparent },
  CHART: sized,
  MARKDOWN: sized,
  HEADER: { text: 'New header', headerSize: 'MEDIUM_HEADER', ...transparent },
  DIVIDER: {},
  TABS: {},
  TAB: { text: '', defaultText: 'Tab title', placeholder: 'Tab title' },
  DYNAMIC: { width: 12, ...transparent },
}

const letters = 'useandom26T198340PX75pxJACKVERYMINDBUSHWOLFGQZbfghjklqvwyzrict'
const randomText = () => Array.from({ length: 10 }, () => letters[Math.floor(Math.random() * letters.length)]).join('')

/** A component with the defaults of its type and an unused id. */
export const newComponent = (layout: Layout, type: ComponentType, meta: Meta = {}): Component => {
  let id = `${type}-${randomText()}`
  while (layout[id]) id = `${type}-${randomText()}`
  return { id, type, children: [], meta: { ...defaults[type], ...meta } }
}

/** Adds the defaults that a stored component may omit. */
export const completeMeta = (type: ComponentType, meta: Meta): Meta => {
  if (type === 'CHART' || type === 'MARKDOWN' || type === 'COLUMN' || type === 'DYNAMIC' || type === 'HEADER')
    return { ...defaults[type], ...meta }
  return meta
}
