import { interpolateRgb } from 'd3-interpolate'
import type { EChartsOption } from 'echarts'
import { numberFormatter } from '#core/format/number.ts'
import { columnLabel } from '#core/query/labels.ts'
import type { FormData, QueryObject } from '#core/query/query-object.ts'
import type { Table } from '#core/table.ts'
import { colors, sizes } from '#core/theme/tokens.ts'
import type { DrawContext } from '../chart.ts'
import { dress } from '../shared/look/dress.ts'
import { oneMetricFormatter } from '../shared/format/figure-format.ts'
import { fillAndInk } from '../shared/color/ink.ts'
import { oneMetricQuery } from '../shared/one-metric/query.ts'
import { oneMetricSentence } from '../shared/one-metric/sentence.ts'
import { plainRich } from '../shared/text/rich-text.ts'
import { measures } from '../shared/look/echarts-theme.ts'
import { seriesColors } from '../shared/color/series-colors.ts'
import { tooltipHtml } from '../shared/look/tooltip.ts'
import { readTree } from './tree.ts'
import type { Node } from './tree.ts'
import { writtenName } from '../shared/text/written-name.ts'
import { defineChart } from '../define-chart.ts'
import type { StatedForm } from '../read-form.ts'
import { treemapControls } from './controls.ts'
import type { TreemapForm } from './controls.ts'

/** px² of the smallest cell that is named: in a smaller one no word can be read. */
const namedFrom = 2400

/** The same for a name that may be cut: enough of it must be left. */
const cutFrom = 6000

/** px up to which a name is shown whole or not at all; a longer one may end in an ellipsis. */
const wholeUpTo = 96

/** px */
const headHeight = 20

const labelPadding = [6, 8]

/** How far the smallest part of a whole fades into the ground. */
const faintest = 0.5

const bySize = (nodes: Node[]): Node[] => nodes.toSorted((a, b) => b.value - a.value)

type Drawn = {
  name: string
  value: number
  itemStyle: Record<string, unknown>
  label: Record<string, unknown>
  children?: Drawn[]
  [key: string]: unknown
}

/** A row limit cuts an order, never arbitrary rows: by the dimensions, unless it is by the metric. */
const queries = (form: StatedForm<typeof treemapControls>, saved: FormData): QueryObject[] =>
  oneMetricQuery(form, saved).map((query) => {
    const columns = query.columns ?? []
    const isCutUnordered = query.row_limit && columns.length > 0 && !form.sort_by_metric
    return isCutUnordered ? { ...query, orderby: columns.map((column) => [column, true]) } : query
  })

const draw = (tables: Table[], form: TreemapForm, context: DrawContext): EChartsOption => {
  const { theme, thumbnail, selected, width, height, measure } = context
  const roots = bySize(readTree(tables[0], form, context.t.locale))
  if (roots.length === 0) return {}
  const c = colors[theme]
  const format = oneMetricFormatter(form, form.number_format, context)
  const percent = numberFormatter('.1%', context.t.locale)
  const colorOf = seriesColors(form, context)
  const total = roots.reduce((sum, { value }) => sum + value, 0)
  const says = form.label_type.toLowerCase()
  const deep = roots.some(({ children }) => children)
  const heads = deep && !thumbnail && form.show_upper_labels
  const wide = (text: string, weight?: number) => Math.ceil(measure(text, sizes.caption, weight))
  /** ECharts drops a word of a fixed width that its cell has no room for. */
  const labelOf = (node: Node) => {
    const [name, value] = [wide(node.name, 600), wide(format(node.value))]
    const whole = name <= wholeUpTo || says === 'value'
    const fits = (node.value / total) * width * height >= (whole ? namedFrom : cutFrom)
    const rich = {
      name: whole ? { width: name } : {},
      value: { width: whole && says !== 'value' ? Math.max(name, value) : value },
    }
    return { rich, ...(!fits && { show: false }) }
  }
  const headOf = ({ name }: Node) => {
    const needed = wide(name, 600)
    return {
      formatter: () => `{name|${plainRich(writtenName(name, context.t))}}`,
      ellipsis: '…',
      rich: {
        name: {
          color: c.text,
          fontWeight: 600,
          fontSize: sizes.caption,
          lineHeight: headHeight,
          ...(needed <= wholeUpTo && { width: needed }),
        },
      },
    }
  }
  /** Parts of one whole share its hue: from its own colour for the largest to a faint one, so that neighbours differ. */
  const parts = (nodes: Node[], color: string): Drawn[] => {
    const fade = interpolateRgb(color, c.surface)
    return bySize(nodes).map((node, i) => dressed(node, fade((faintest * i) / Math.max(1, nodes.length - 1))))
  }
  const dressed = (node: Node, color: string): Drawn => {
    const { fill, ink } = fillAndInk(color)
    const label = node.path.map((part) => String(part ?? '<NULL>')).join(', ')
    const faded = Boolean(selected?.length) && !selected?.includes(label)
    return {
      name: node.name,
      value: node.value,
      path: node.path,
      itemStyle: {
        color: fill,
        ...(node.children ? { borderColor: c.surface, borderWidth: heads ? 0 : 1, gapWidth: 1 } : {}),
        ...(faded && { opacity: measures.unchosenOpacity }),
      },
      label: { color: ink, ...labelOf(node) },
      ...(heads &&
        node.children && {
          upperLabel: { show: true, height: headHeight, ...headOf(node) },
        }),
      ...(node.children && { children: parts(node.children, color) }),
    }
  }
  const words = (node: { name: string; value: number }): string => {
    const name = `{name|${plainRich(writtenName(node.name, context.t))}}`
    const value = `{value|${plainRich(format(node.value))}}`
    return says === 'value' ? value : says === 'key' ? name : `${name}\n${value}`
  }
  return dress(
    {
      animation: context.animate ?? false,
      tooltip: {
        formatter: ({ name, value, treePathInfo }: { name: string; value: number; treePathInfo?: { name: string }[] }) => {
          const path = (treePathInfo ?? []).map((part) => part.name).filter(Boolean)
          return tooltipHtml(
            path.join(' / ') || name,
            [{ name: context.t('Value'), value: format(value), amount: value, share: value / total }],
            context,
          )
        },
        valueFormatter: percent,
      },
      series: [
        {
          type: 'treemap',
          id: 'treemap',
          ...(thumbnail ? { left: 6, top: 6, right: 6, bottom: 6 } : {}),
          nodeClick: false,
          breadcrumb: { show: false },
          squareRatio: 1.2,
          visibleMin: 12,
          label: {
            show: !thumbnail && form.show_labels,
            position: [0, 0],
            padding: labelPadding,
            overflow: 'truncate',
            ellipsis: '…',
            formatter: words,
            rich: {
              name: { fontSize: sizes.caption, lineHeight: 16, fontWeight: 600 },
              value: { fontSize: sizes.caption, lineHeight: 16 },
            },
          },
          upperLabel: { show: false },
          levels: [
            { itemStyle: { gapWidth: thumbnail ? 1 : deep ? 3 : 2, borderWidth: 0 } },
            { itemStyle: { gapWidth: 1 } },
            { itemStyle: { gapWidth: 1 } },
          ],
          data: roots.map((root) => dressed(root, colorOf(root.name))),
        },
      ],
    },
    theme,
  )
}

export const treemapChart = defineChart({
  viz_type: 'treemap_v2',
  name: 'Treemap',
  description: 'Shows parts of parts as areas.',
  category: 'Part of a Whole',
  tags: ['Aesthetic', 'Categorical', 'Comparison', 'ECharts', 'Multi-Levels', 'Percentages', 'Proportional'],
  behaviors: ['INTERACTIVE_CHART', 'DRILL_TO_DETAIL', 'DRILL_BY'],
  controls: treemapControls,
  buildQuery: queries,
  option: draw,
  sentence: oneMetricSentence,
  selection: (params, _, form) => {
    const path = (params.data as { path?: unknown[] } | undefined)?.path
    const names = form.groupby.map(columnLabel)
    if (!Array.isArray(path) || path.length === 0) return null
    const label = path.map((part) => String(part ?? '<NULL>')).join(', ')
    return {
      filters: path.map((value, i) => ({ col: names[i] ?? '', op: 'IN', val: [value], formattedVal: String(value ?? '<NULL>') })),
      label,
    }
  },
})
