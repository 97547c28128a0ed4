import type { EChartsOption } from 'echarts'
import type { ThemeName } from '#core/theme/tokens.ts'
import { echartsTheme } from './echarts-theme.ts'
import { withHover } from './hover.ts'

type Part = Record<string, unknown>

export const isPart = (value: unknown): value is Part =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype

/** What the picture says wins over what the theme says, at every depth; lists are taken whole. */
export const over = (theme: unknown, said: unknown): unknown => {
  if (!isPart(theme) || !isPart(said)) return said === undefined ? theme : said
  const merged: Part = { ...theme }
  for (const [key, value] of Object.entries(said)) merged[key] = over(theme[key], value)
  return merged
}

const themes: Record<ThemeName, Part> = { light: echartsTheme('light'), dark: echartsTheme('dark') }

const each = (value: unknown, dressed: (part: Part) => unknown): unknown =>
  Array.isArray(value) ? value.map((part) => dressed(part as Part)) : isPart(value) ? dressed(value) : value

const axes = ['xAxis', 'yAxis'] as const
const alike = ['grid', 'legend', 'tooltip', 'visualMap', 'dataZoom', 'radar'] as const
const plain = [
  'color',
  'textStyle',
  'darkMode',
  'backgroundColor',
  'animationDuration',
  'animationEasing',
  'animationDurationUpdate',
] as const

const marked = (theme: Part, series: Part): Part => {
  const own = over(theme[String(series['type'])], series) as Part
  return own['markLine'] ? { ...own, markLine: over(theme['markLine'], own['markLine']) } : own
}

/** Whether somebody can point at it: helpers that carry totals and bands are silent. */
const isPointedAt = (series: unknown): boolean =>
  isPart(series) && !series['silent'] && Array.isArray(series['data']) && series['data'].length > 0

/** An option with Chartroom's look written into it, so that it draws alike wherever it is drawn. */
export const dress = (option: Part, theme: ThemeName): EChartsOption => {
  const look = themes[theme]
  const dressed: Part = { ...Object.fromEntries(plain.map((key) => [key, look[key]])), useUTC: true, ...option }
  for (const name of axes) if (option[name]) dressed[name] = each(option[name], (axis) => over(look[`${String(axis['type'])}Axis`], axis))
  for (const name of alike) if (option[name]) dressed[name] = each(option[name], (part) => over(look[name], part))
  const isOneOfMany = [option['series']].flat().filter(isPointedAt).length > 1
  dressed['series'] = each(option['series'], (series) => withHover(marked(look, series), isOneOfMany))
  return dressed as EChartsOption
}
