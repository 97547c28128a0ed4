import { measures } from './echarts-theme.ts'

type Part = Record<string, unknown>

/** How strong the others stay while a mark is pointed at. */
const receded = 0.6

/** Types whose marks stand out by a border of their own; dimming hundreds of cells would not be seen. */
const still = new Set(['heatmap', 'gauge', 'treemap'])

const isPart = (value: unknown): value is Part => typeof value === 'object' && value !== null && !Array.isArray(value)

const opacityOf = (style: unknown): number => {
  const opacity = isPart(style) ? style['opacity'] : undefined
  return typeof opacity === 'number' ? opacity : 1
}

/** Each style of a series or of one of its items at a part of the strength that it has itself. */
const dimmed = (part: Part, styles: readonly string[]): Part =>
  Object.fromEntries(styles.map((style) => [style, { opacity: opacityOf(part[style]) * receded }]))

const seriesStyles = ['itemStyle', 'lineStyle', 'label', 'endLabel'] as const

/**
 * A series or an item that a choice left out. It is faded already, so pointing at another does not dim it further.
 * Fills of areas, which are see-through, fade by the same share.
 */
export const unchosen = (mark: Part): Part => {
  const fade = (style: string) => (style === 'areaStyle' ? opacityOf(mark[style]) : 1) * measures.unchosenOpacity
  const faded = ['itemStyle', ...['lineStyle', 'areaStyle'].filter((style) => isPart(mark[style]))].map(
    (style) => [style, { opacity: fade(style) }] as const,
  )
  return {
    ...mark,
    ...Object.fromEntries(faded.map(([style, opacity]) => [style, { ...(mark[style] as object | undefined), ...opacity }])),
    blur: Object.fromEntries(faded),
  }
}

/** An item with an opacity of its own stays fainter than the others. */
const withDimmedItem = (item: unknown): unknown => {
  if (!isPart(item) || item['blur']) return item
  const own = ['itemStyle', 'lineStyle', 'areaStyle'].filter((style) => isPart(item[style]) && 'opacity' in (item[style] as Part))
  return own.length > 0 ? { ...item, blur: dimmed(item, own) } : item
}

/** The series with what pointing at it does: what is pointed at keeps its strength, the others step back slightly. */
export const withHover = (series: Part, isOneOfMany: boolean): Part => {
  if (still.has(String(series['type'])) || series['silent']) return series
  const { emphasis, data } = series
  return {
    ...series,
    ...(Array.isArray(data) && data.some(isPart) && { data: data.map(withDimmedItem) }),
    emphasis: {
      focus: isOneOfMany ? 'series' : 'self',
      ...(isPart(emphasis) ? emphasis : {}),
      itemStyle: { color: 'inherit', ...(isPart(emphasis) && isPart(emphasis['itemStyle']) ? emphasis['itemStyle'] : {}) },
    },
    blur: {
      ...dimmed(series, series['areaStyle'] ? [...seriesStyles, 'areaStyle'] : seriesStyles),
      labelLine: { lineStyle: { opacity: receded } },
      ...(isPart(series['blur']) ? series['blur'] : {}),
    },
  }
}
