import { interpolateRgb } from 'd3-interpolate'
import type { EChartsOption } from 'echarts'
import type { ValueFormatter } from '#core/format/number.ts'
import type { Table } from '#core/table.ts'
import { colors, sizes } from '#core/theme/tokens.ts'
import type { DrawContext } from '../chart.ts'
import { fillAndInk } from '../shared/color/ink.ts'
import { seriesColors } from '../shared/color/series-colors.ts'
import { oneMetricFormatter } from '../shared/format/figure-format.ts'
import { dress } from '../shared/look/dress.ts'
import { measures } from '../shared/look/echarts-theme.ts'
import { markTooltip } from '../shared/look/tooltip.ts'
import { plainRich } from '../shared/text/rich-text.ts'
import { writtenName } from '../shared/text/written-name.ts'
import type { TreemapForm } from './controls.ts'
import { readTree } from './tree.ts'
import type { Node } from './tree.ts'

/** px²: a smaller cell has no label. */
const minNamedArea = 2400

/** px²: the same for a label that may be truncated. */
const minTruncatedArea = 6000

/** px: a narrower name is never truncated. */
const maxWholeNameWidth = 96

/** px */
const headHeight = 20

const labelPadding = [6, 8]

/** How far the smallest part of a whole fades into the ground. */
const maxFade = 0.5

const bySize = (nodes: Node[]): Node[] => nodes.toSorted((a, b) => b.value - a.value)

type Drawn = {
  name: string
  value: number
  itemStyle: Record<string, unknown>
  label: Record<string, unknown>
  children?: Drawn[]
  [key: string]: unknown
}

/** What all cells of a picture share. */
type Treemap = {
  roots: Node[]
  total: number
  format: ValueFormatter
  /** What a label says: `key`, `value` or both. */
  says: string
  /** Whether wholes carry their names above their parts. */
  hasHeads: boolean
  context: DrawContext
}

const readTreemap = (table: Table | undefined, form: TreemapForm, context: DrawContext): Treemap => {
  const roots = bySize(readTree(table, form, context))
  return {
    roots,
    total: roots.reduce((sum, { value }) => sum + value, 0),
    format: oneMetricFormatter(form, form.number_format, context),
    says: form.label_type.toLowerCase(),
    hasHeads: isDeep(roots) && !context.thumbnail && form.show_upper_labels,
    context,
  }
}

const isDeep = (roots: Node[]): boolean => roots.some(({ children }) => children)

const widthOf = (text: string, { measure }: DrawContext, weight?: number): number => Math.ceil(measure(text, sizes.caption, weight))

/** ECharts drops a word of a fixed width that its cell has no room for. */
const labelOf = (node: Node, { total, format, says, context }: Treemap) => {
  const [name, value] = [widthOf(node.name, context, 600), widthOf(format(node.value), context)]
  const isWhole = name <= maxWholeNameWidth || says === 'value'
  const fits = (node.value / total) * context.width * context.height >= (isWhole ? minNamedArea : minTruncatedArea)
  const rich = {
    name: isWhole ? { width: name } : {},
    value: { width: isWhole && says !== 'value' ? Math.max(name, value) : value },
  }
  return { rich, ...(!fits && { show: false }) }
}

/** The name of a whole above its parts. */
const headOf = ({ name }: Node, context: DrawContext) => {
  const needed = widthOf(name, context, 600)
  const style = { color: colors[context.theme].text, fontWeight: 600, fontSize: sizes.caption, lineHeight: headHeight }
  return {
    show: true,
    height: headHeight,
    formatter: () => `{name|${plainRich(writtenName(name, context.t))}}`,
    ellipsis: '…',
    rich: { name: { ...style, ...(needed <= maxWholeNameWidth && { width: needed }) } },
  }
}

/** Parts of one whole share its hue: from its own colour for the largest to a faint one, so that neighbours differ. */
const partsOf = (nodes: Node[], color: string, treemap: Treemap): Drawn[] => {
  const fade = interpolateRgb(color, colors[treemap.context.theme].surface)
  return bySize(nodes).map((node, i) => cellOf(node, fade((maxFade * i) / Math.max(1, nodes.length - 1)), treemap))
}

const cellOf = (node: Node, color: string, treemap: Treemap): Drawn => {
  const { hasHeads, context } = treemap
  const { theme, selected } = context
  const { fill, ink } = fillAndInk(color)
  const label = node.path.map((part) => String(part ?? '<NULL>')).join(', ')
  const isFaded = Boolean(selected?.length) && !selected?.includes(label)
  return {
    name: node.name,
    value: node.value,
    path: node.path,
    itemStyle: {
      color: fill,
      ...(node.children && { borderColor: colors[theme].surface, borderWidth: hasHeads ? 0 : 1, gapWidth: 1 }),
      ...(isFaded && { opacity: measures.unchosenOpacity }),
    },
    label: { color: ink, ...labelOf(node, treemap) },
    ...(hasHeads && node.children && { upperLabel: headOf(node, context) }),
    ...(node.children && { children: partsOf(node.children, color, treemap) }),
  }
}

const seriesOf = (treemap: Treemap, form: TreemapForm) => {
  const { roots, format, says, context } = treemap
  const colorOf = seriesColors(form, context)
  const rootGap = context.thumbnail ? 1 : isDeep(roots) ? 3 : 2
  return {
    type: 'treemap',
    id: 'treemap',
    ...(context.thumbnail ? { left: 6, top: 6, right: 6, bottom: 6 } : {}),
    nodeClick: false,
    breadcrumb: { show: false },
    squareRatio: 1.2,
    visibleMin: 12,
    label: {
      show: !context.thumbnail && form.show_labels,
      position: [0, 0],
      padding: labelPadding,
      overflow: 'truncate',
      ellipsis: '…',
      formatter: (node: { name: string; value: number }) => {
        const name = `{name|${plainRich(writtenName(node.name, context.t))}}`
        const value = `{value|${plainRich(format(node.value))}}`
        return says === 'value' ? value : says === 'key' ? name : `${name}\n${value}`
      },
      rich: {
        name: { fontSize: sizes.caption, lineHeight: 16, fontWeight: 600 },
        value: { fontSize: sizes.caption, lineHeight: 16 },
      },
    },
    upperLabel: { show: false },
    levels: [{ itemStyle: { gapWidth: rootGap, borderWidth: 0 } }, { itemStyle: { gapWidth: 1 } }, { itemStyle: { gapWidth: 1 } }],
    data: roots.map((root) => cellOf(root, colorOf(root.name), treemap)),
  }
}

type Point = { name: string; value: number; treePathInfo?: { name: string }[] }

export const treemapOption = (tables: Table[], form: TreemapForm, context: DrawContext): EChartsOption => {
  const treemap = readTreemap(tables[0], form, context)
  const { roots, total, format } = treemap
  // Only what is greater than nothing has an area.
  if (!roots.some(({ value }) => value > 0)) return {}
  return dress(
    {
      animation: context.animate ?? false,
      tooltip: markTooltip<Point>(context, ({ name, value, treePathInfo = [] }) => {
        const path = treePathInfo.map((part) => part.name).filter(Boolean)
        return [path.join(' / ') || name, [{ name: context.t('Value'), value: format(value), amount: value, share: value / total }]]
      }),
      series: [seriesOf(treemap, form)],
    },
    context.theme,
  )
}
