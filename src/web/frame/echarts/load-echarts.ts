import type { EChartsOption } from 'echarts'
import type { EChartsType, use as useParts } from 'echarts/core'
import { fonts } from '#core/theme/tokens.ts'
import type { ThemeName } from '#core/theme/tokens.ts'
import { loadCode, offerReload } from '../../lazy/load-fault.ts'
import { onFirstInteraction } from '../../ui/first-interaction.ts'
import type * as Core from './echarts-core.ts'

type Part = Parameters<typeof useParts>[0]
type Family = () => Promise<{ parts: Part }>

const line: Family = () => import('./families/line.ts')
const bar: Family = () => import('./families/bar.ts')
const scatter: Family = () => import('./families/scatter.ts')
const pie: Family = () => import('./families/pie.ts')
const funnel: Family = () => import('./families/funnel.ts')
const gauge: Family = () => import('./families/gauge.ts')
const radar: Family = () => import('./families/radar.ts')
const treemap: Family = () => import('./families/treemap.ts')
const heatmap: Family = () => import('./families/heatmap.ts')
const boxplot: Family = () => import('./families/boxplot.ts')
const zoom: Family = () => import('./families/zoom.ts')
const marks: Family = () => import('./families/marks.ts')
const legend: Family = () => import('./families/legend.ts')
const legendScroll: Family = () => import('./families/legend-scroll.ts')
const labelLayout: Family = () => import('./families/label-layout.ts')
const graphic: Family = () => import('./families/graphic.ts')
const title: Family = () => import('./families/title.ts')
const visualMap: Family = () => import('./families/visual-map.ts')

const bySeries: Record<string, Family> = { line, bar, scatter, pie, funnel, gauge, radar, treemap, heatmap, boxplot }

const byComponent: Record<string, Family> = { legend, graphic, dataZoom: zoom, title, visualMap, radar }

const markKeys = ['markLine', 'markArea', 'markPoint']

const asArray = (value: unknown): Record<string, unknown>[] =>
  value === undefined || value === null ? [] : ((Array.isArray(value) ? value : [value]) as Record<string, unknown>[])

const isShown = (component: unknown) => asArray(component).some((one) => one['show'] !== false)

/** The ECharts modules that an option needs. */
export const familiesOf = (option: EChartsOption): Set<Family> => {
  const series = asArray(option.series)
  const found = new Set<Family>()
  for (const one of series) {
    const family = bySeries[String(one['type'])]
    if (family) found.add(family)
    if (markKeys.some((key) => one[key])) found.add(marks)
    if (one['labelLayout']) found.add(labelLayout)
  }
  for (const [key, family] of Object.entries(byComponent)) if (isShown(option[key])) found.add(family)
  if (asArray(option.legend).some((one) => one['type'] === 'scroll')) found.add(legendScroll)
  return found
}

export type ECharts = {
  init: typeof Core.init
  setTheme: (chart: EChartsType, theme: ThemeName) => void
}

const loaded = new Set<Family>()
/** An instance knows only what was registered when it was created. */
const registered = new WeakMap<EChartsType, ReadonlySet<Family>>()
/** By the elements that they are drawn in. */
const charts = new WeakMap<Element, EChartsType>()
let font: Promise<unknown> | undefined
let drawing: ECharts | undefined

/** A canvas is not redrawn when a font arrives, so the font has to be loaded first. */
export const loadFont = (): Promise<unknown> => {
  font ??= document.fonts
    ? Promise.all([400, 600].map((weight) => document.fonts.load(`${weight} 12px ${fonts.text}`))).catch(() => undefined)
    : Promise.resolve()
  return font
}

/** ECharts if the option can be drawn without loading more modules. */
export const loadedECharts = (option: EChartsOption): ECharts | undefined =>
  [...familiesOf(option)].every((family) => loaded.has(family)) ? drawing : undefined

/** The chart that is drawn in an element. Unlike ECharts' own function, it needs no code of ECharts. */
export const chartIn = (element: Element): EChartsType | undefined => charts.get(element)

/** Whether the instance was created after everything that the option needs was registered. */
export const canDraw = (chart: EChartsType, option: EChartsOption): boolean => {
  const families = registered.get(chart)
  return [...familiesOf(option)].every((family) => families?.has(family))
}

const core = (): Promise<typeof Core> => import('./echarts-core.ts')

const load = async (missing: Family[]) => {
  try {
    return await loadCode(() => Promise.all([core(), loadFont(), ...missing.map((family) => family())]))
  } catch (fault) {
    offerReload(fault)
    throw fault
  }
}

const loadFamilies = async (needed: Iterable<Family>): Promise<ECharts> => {
  const missing = [...needed].filter((family) => !loaded.has(family))
  const [{ use, init, echartsTheme }, , ...families] = await load(missing)
  // A tap, which opens the tooltip, is not announced by a pointer on its way.
  if (navigator.maxTouchPoints > 0) await loadTooltip()
  else if (!drawing) onFirstInteraction(() => loadTooltip().catch(() => undefined))
  for (const family of families) use(family.parts)
  for (const family of missing) loaded.add(family)
  drawing = {
    init: (element, ...given) => {
      const chart = init(element, ...given)
      registered.set(chart, new Set(loaded))
      if (element) charts.set(element, chart)
      return chart
    },
    setTheme: (chart, theme) => chart.setTheme(echartsTheme(theme)),
  }
  return drawing
}

/** Loads ECharts with what this option needs; each family is loaded once. Throws LoadFault. */
export const loadECharts = (option: EChartsOption): Promise<ECharts> => loadFamilies(familiesOf(option))

const byPart: Record<string, Family> = { ...bySeries, legend, graphic, 'label-layout': labelLayout }

/** Loads ECharts with the parts of these names. Throws LoadFault. */
export const loadParts = (names: readonly string[]): Promise<ECharts> => loadFamilies(new Set(names.flatMap((name) => byPart[name] ?? [])))

let tooltip: Promise<void> | undefined
let hasTooltip = false

export const isTooltipLoaded = (): boolean => hasTooltip

/** Loads the tooltip, which instances that are already drawn can use too. Throws LoadFault; the next call tries again. */
export const loadTooltip = (): Promise<void> => {
  tooltip ??= loadCode(() => Promise.all([core(), import('./families/tooltip.ts')])).then(
    ([{ use }, { parts }]) => {
      use(parts)
      hasTooltip = true
    },
    (fault: unknown) => {
      tooltip = undefined
      throw fault
    },
  )
  return tooltip
}

/** Starts loading what almost every chart needs, while its data is on the way. */
export const preloadECharts = () => {
  for (const start of [core, line, loadFont]) start().catch(() => undefined)
}
