import { colors, fonts, sizes } from '#core/theme/tokens.ts'
import type { ThemeName } from '#core/theme/tokens.ts'

/** Measures of every chart, px by default. */
export const measures = {
  line: 16,
  plotTop: 8,
  legendRow: 20,
  legendGap: 8,
  /** Between items of a legend, both ways; along a row each has as much of its own behind it. */
  legendItemGap: 8,
  dot: 8,
  labelGap: 8,
  /** Between an axis' labels and its title. */
  titleGap: 4,
  endLabelGap: 6,
  pixelsPerTick: 36,
  wrapAt: 88,
  minLabelGap: 8,
  pointsUpTo: 40,
  pointSize: 6,
  barMaxWidth: 48,
  areaOpacity: 0.18,
  stackedAreaOpacity: 0.82,
  /** What a cross-filter of the picture leaves unchosen: still to be read. */
  unchosenOpacity: 0.4,
  /** Bars of another time beside those that they are compared with. */
  shiftedOpacity: 0.5,
} as const

const caption = (color: string) => ({ fontFamily: fonts.text, fontSize: sizes.caption, lineHeight: measures.line, color })

const axis = (lineColor: string | null, split: string | null, label: string, name: string) => ({
  axisLine: lineColor ? { show: true, lineStyle: { color: lineColor, width: 1 } } : { show: false },
  axisTick: { show: false },
  splitLine: split ? { show: true, lineStyle: { color: split, width: 1, type: 'solid' } } : { show: false },
  splitArea: { show: false },
  minorSplitLine: { show: false, ...(split && { lineStyle: { color: split, width: 1, type: [2, 4], opacity: 0.7 } }) },
  axisLabel: { ...caption(label), margin: measures.labelGap, hideOverlap: false },
  nameTextStyle: caption(name),
  /** A title is where the layout left room for it; ECharts would push it out of the picture. */
  nameMoveOverlap: false,
})

type Palette = (typeof colors)[ThemeName]

const legend = (c: Palette) => ({
  left: 0,
  top: 0,
  padding: 0,
  icon: 'roundRect',
  itemWidth: measures.dot,
  itemHeight: measures.dot,
  itemGap: measures.legendItemGap,
  itemStyle: { borderWidth: 0 },
  textStyle: { ...caption(c.text2), padding: [0, measures.legendItemGap, 0, 2] },
  inactiveColor: c.lineStrong,
  pageIconSize: 10,
  pageIconColor: c.text2,
  pageIconInactiveColor: c.lineStrong,
  pageTextStyle: caption(c.text3),
  selector: false,
})

const tooltip = (c: Palette, borderColor: string) => ({
  confine: true,
  transitionDuration: 0.12,
  hideDelay: 60,
  enterable: false,
  padding: [8, 12],
  backgroundColor: c.raised,
  borderColor,
  borderWidth: 1,
  textStyle: caption(c.text),
  extraCssText: `border-radius:8px;box-shadow:${c.shadow};font-variant-numeric:tabular-nums;min-width:160px;max-width:320px`,
  axisPointer: {
    type: 'line',
    /** Below the marks: what is pointed at is not covered. */
    z: 1,
    lineStyle: { color: c.lineStrong, width: 1, type: 'solid' },
    shadowStyle: { color: c.hover, opacity: 0.6 },
    label: { backgroundColor: c.text, color: c.surface, borderWidth: 0 },
  },
})

const cartesianSeries = (c: Palette) => ({
  line: {
    lineStyle: { width: 2, cap: 'round', join: 'round' },
    symbol: 'circle',
    symbolSize: measures.pointSize,
    showSymbol: false,
    connectNulls: false,
    itemStyle: { borderWidth: 0 },
    emphasis: { scale: 1.25, lineStyle: { width: 2.5 } },
    endLabel: { ...caption(c.text), distance: measures.endLabelGap },
  },
  bar: {
    barCategoryGap: '33%',
    barGap: '8%',
    barMaxWidth: measures.barMaxWidth,
    itemStyle: { borderWidth: 0 },
    label: { ...caption(c.text2), distance: 3 },
  },
  scatter: { symbol: 'circle', symbolSize: 7, itemStyle: { opacity: 0.75, borderColor: c.surface, borderWidth: 0.75 } },
  boxplot: { boxWidth: [8, 14], itemStyle: { borderWidth: 1.5 } },
  heatmap: {
    itemStyle: { borderColor: c.surface, borderWidth: 2, borderRadius: 3 },
    label: caption(c.text),
    emphasis: { itemStyle: { borderColor: c.text, borderWidth: 1 } },
  },
})

/** Series of parts of a whole. */
const shareSeries = (c: Palette) => ({
  pie: {
    startAngle: 90,
    itemStyle: { borderColor: c.surface, borderWidth: 2, borderRadius: 2 },
    label: caption(c.text),
    labelLine: { length: 8, length2: 8, smooth: false, lineStyle: { color: c.lineStrong, width: 1 } },
    emphasis: { scaleSize: 3 },
  },
  funnel: {
    gap: 2,
    minSize: '1%',
    itemStyle: { borderWidth: 0, borderColor: c.surface },
    label: caption(c.text),
    labelLine: { show: false },
  },
  treemap: {
    left: 0,
    right: 0,
    top: 0,
    bottom: 0,
    roam: false,
    breadcrumb: {
      height: 24,
      bottom: 0,
      itemStyle: { color: c.canvas, borderColor: c.line, textStyle: caption(c.text2) },
    },
    itemStyle: { borderColor: c.surface, borderWidth: 0, gapWidth: 1 },
    label: caption(c.text),
    upperLabel: { show: false },
  },
})

const radialSeries = (c: Palette) => ({
  gauge: {
    progress: { show: true, width: 16, roundCap: false },
    axisLine: { lineStyle: { width: 16, color: [[1, c.line]] } },
    axisTick: { show: false },
    splitLine: { show: false },
    pointer: { show: false },
    anchor: { show: false },
    axisLabel: { show: false },
    title: { ...caption(c.text2), offsetCenter: [0, '20%'] },
    detail: { fontFamily: fonts.text, fontSize: 40, lineHeight: 44, fontWeight: 600, color: c.text, offsetCenter: [0, '-12%'] },
  },
  radar: {
    axisName: caption(c.text2),
    splitNumber: 4,
    axisLine: { lineStyle: { color: c.line } },
    splitLine: { lineStyle: { color: c.line } },
    splitArea: { show: false },
  },
})

/** What helps to read the series. */
const guides = (c: Palette) => ({
  visualMap: { itemWidth: 8, itemHeight: 96, orient: 'horizontal', left: 0, top: 0, padding: 0, textGap: 8, textStyle: caption(c.text3) },
  dataZoom: {
    height: 24,
    // The axis next to it shows its ends, in the reader's language; there is no room for more.
    showDetail: false,
    borderColor: 'transparent',
    backgroundColor: c.canvas,
    fillerColor: `${c.accent}1F`,
    handleStyle: { color: c.surface, borderColor: c.accent },
    moveHandleSize: 0,
    dataBackground: { lineStyle: { color: c.lineStrong }, areaStyle: { color: c.line } },
    selectedDataBackground: { lineStyle: { color: c.accent }, areaStyle: { color: `${c.accent}1F` } },
    textStyle: caption(c.text3),
  },
  markLine: {
    symbol: 'none',
    lineStyle: { color: c.text2, width: 1, type: [4, 3] },
    label: caption(c.text2),
  },
})

/** Chartroom's look for ECharts by part: everything that a chart does not say itself. */
export const echartsTheme = (theme: ThemeName) => {
  const c = colors[theme]
  const category = axis(c.lineStrong, null, c.text2, c.text3)
  const value = { ...axis(null, c.line, c.text3, c.text3), splitNumber: 5 }
  return {
    darkMode: theme === 'dark',
    backgroundColor: 'transparent',
    color: [...c.palette],
    textStyle: { fontFamily: fonts.text, fontSize: sizes.caption, color: c.text },
    animationDuration: 200,
    animationEasing: 'cubicOut',
    animationDurationUpdate: 0,
    grid: { left: 0, right: 0, top: measures.plotTop, bottom: 0, borderWidth: 0 },
    categoryAxis: category,
    timeAxis: { ...category, axisLabel: { ...category.axisLabel, hideOverlap: true } },
    valueAxis: value,
    logAxis: value,
    legend: legend(c),
    tooltip: tooltip(c, theme === 'light' ? c.line : c.lineStrong),
    ...cartesianSeries(c),
    ...shareSeries(c),
    ...radialSeries(c),
    ...guides(c),
  }
}
