// @ts-check
import { createElement, useEffect, useRef, useState } from 'react'
import { embed } from './embed.js'

/** @typedef {import('./react.d.ts').DashboardProps} DashboardProps */

/** What decides about the frame; with another one the dashboard is embedded again. @param {DashboardProps} props */
const frameKey = ({ url, id, chart, language, show, params }) => JSON.stringify([url, id, chart, language, show, params])

/** A dashboard or chart as a component. @param {DashboardProps} props */
export const Dashboard = (props) => createElement(Frame, { key: frameKey(props), ...props })

/** @param {DashboardProps} props */
const Frame = ({ className, style, ...options }) => {
  const embedded = useRef(/** @type {import('./embed.d.ts').Embedded | null} */ (null))
  const latest = useRef(options)
  useEffect(() => {
    latest.current = options
  })
  const [place] = useState(() => (/** @type {HTMLDivElement} */ element) => {
    embedded.current = embed({
      ...latest.current,
      container: element,
      getToken: () => latest.current.getToken(),
      onLoad: (event) => latest.current.onLoad?.(event),
      onFilterChange: (event) => latest.current.onFilterChange?.(event),
      onMarkClick: (event) => latest.current.onMarkClick?.(event),
      onError: (event) => latest.current.onError?.(event),
    })
    return () => embedded.current?.remove()
  })

  /** The first values go with the embed itself. */
  const isFirst = useRef(true)
  const { filters, theme, mode } = options
  const filterText = JSON.stringify(filters)
  useEffect(() => {
    if (!isFirst.current && filterText !== undefined) void embedded.current?.setFilters(JSON.parse(filterText)).catch(() => undefined)
  }, [filterText])
  const themeText = JSON.stringify(theme)
  useEffect(() => {
    if (!isFirst.current && themeText !== undefined) embedded.current?.setTheme(JSON.parse(themeText))
  }, [themeText])
  useEffect(() => {
    if (!isFirst.current && mode !== undefined) embedded.current?.setMode(mode)
    isFirst.current = false
  }, [mode])
  return createElement('div', { ref: place, className, style })
}
