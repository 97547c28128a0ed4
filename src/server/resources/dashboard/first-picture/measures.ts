import { t } from '#core/i18n/t.ts'
import { sentenceFacts } from '#charts/shared/format/dataset-facts.ts'
import { drawnForm } from '#core/filters/effective-form.ts'
import { isFilter } from '#core/filters/native-filter.ts'
import { plainLine } from '#core/format/plain-line.ts'
import type { Component } from '#core/layout/component.ts'
import { gutter, heightPx, widthPx } from '#core/layout/grid.ts'
import { pathTo } from '#core/layout/tree.ts'
import { ownWidth } from '#core/layout/width.ts'
import { readDisplayFlags } from '#core/filters/address/display-flags.ts'
import { asRecord } from '#core/query/read.ts'
import { breakpoints } from '#core/theme/tokens.ts'
import type { CardChart, DashboardView } from './view.ts'

/*
 * How large things are in the browser, in px: the measures of Dashboard.module.css, Stage.module.css and Card.module.css. A browser
 * test compares the frames drawn from them with those of the page.
 */

/** Widths that a window may have which has not named its own: the usual one first. */
export const usualWindows = [1440, 1920, 2560, 1152] as const

export type Sidebar = { place: 'side' | 'row' | 'drawer' | 'none'; isOpen: boolean }

/** The state of the filter bar when the URL opens the dashboard. */
export const sidebarOf = ({ filters, isBarHorizontal }: DashboardView, search: URLSearchParams, windowWidth: number): Sidebar => {
  const isOff = (name: string) => ['false', '0'].includes(search.get(name) ?? '')
  const isHidden = readDisplayFlags(search).standalone === 3 || isOff('show_filters')
  if (isHidden || !filters.some(isFilter)) return { place: 'none', isOpen: false }
  const isOpen = search.has('expand_filters') ? !isOff('expand_filters') : windowWidth > breakpoints.tablet
  if (windowWidth <= breakpoints.phone) return { place: 'drawer', isOpen }
  return { place: isBarHorizontal ? 'row' : 'side', isOpen }
}

export const sidebarWidth = ({ place, isOpen }: Sidebar): number => (place !== 'side' ? 0 : isOpen ? 280 : 40)

export type Window = { width: number; isKnown: boolean; sidebar: Sidebar }

export const windowOf = (view: DashboardView, search: URLSearchParams, width: number | null): Window => {
  const known = width ?? usualWindows[0]
  return { width: known, isKnown: width !== null, sidebar: sidebarOf(view, search, known) }
}

export const isPhone = ({ width }: Pick<Window, 'width'>) => width <= breakpoints.phone

const gridWidth = (window: Window): number => window.width - sidebarWidth(window.sidebar) - 2 * (isPhone(window) ? 16 : 24)

/** The width of a component on a wide window: its share of the row, and of the columns around it. */
const componentWidth = (view: DashboardView, id: string, window: Window): number => {
  const { layout } = view
  const path = [...pathTo(layout, id), id]
  return path.reduce((width, each, i) => {
    const isInRow = layout[path[i - 1] ?? '']?.type === 'ROW'
    if (!isInRow) return width
    const around = path.slice(0, i).findLast((outer) => layout[outer]?.type === 'COLUMN')
    const columns = around ? ownWidth(layout, around) : 12
    const column = (width + gutter) / columns - gutter
    const own = Math.min(columns, ownWidth(layout, each))
    return columns === 12 ? widthPx(own, width) : own * column + (own - 1) * gutter
  }, gridWidth(window))
}

const border = 2
const padding = { side: 16, top: 12, bottom: 16 }
const head = { title: 20, subtitle: 16, below: 12 }
/** Below this height of the body the head has one line. */
const smallBody = 110

export const cardHeight = ({ meta }: Component): number => heightPx(meta.height ?? 0)

/** Name and subtitle of a card with the form that its chart has on the dashboard. */
export const cardTexts = ({ metadata }: DashboardView, component: Component, { row, form, chart, dataset }: CardChart) => {
  const { meta } = component
  const description = row.description?.trim() ?? ''
  const isSmall = cardHeight(component) - (padding.top + head.title + head.subtitle + head.below + padding.bottom) < smallBody
  const isExpanded = Boolean(asRecord(metadata['expanded_slices'])[String(row.id)])
  const line = description
    ? isExpanded
      ? description
      : plainLine(description)
    : chart?.sentence(drawnForm(form), { t, ...sentenceFacts(dataset) })
  return { name: meta.sliceNameOverride || row.slice_name, subtitle: isSmall ? '' : (line ?? ''), isExpanded }
}

/** The size in which a chart is drawn in its card. */
export const bodySize = (view: DashboardView, component: Component, card: CardChart, window: Window): { width: number; height: number } => {
  const isTable = card.chart?.card === 'table'
  const sides = border + (isTable ? 0 : 2 * padding.side)
  const { subtitle } = cardTexts(view, component, card)
  const height =
    cardHeight(component) - border - padding.top - head.title - (subtitle ? head.subtitle : 0) - head.below - (isTable ? 0 : padding.bottom)
  const width = (isPhone(window) ? gridWidth(window) : componentWidth(view, component.id, window)) - sides
  const phoneHeight = isTable ? Math.min(cardHeight(component), 420) : card.chart?.card === 'figure' ? height : (width * 3) / 4
  return { width: Math.max(1, Math.floor(width)), height: Math.max(1, Math.floor(isPhone(window) ? phoneHeight : height)) }
}
