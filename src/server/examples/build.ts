import type { ExampleSlug } from '#core/examples.ts'

/** A chart of an example dashboard. Widths are in twelfths, heights in units of 8 px. */
export type ExampleChart = {
  key: string
  table: string
  title: string
  /** Describes the chart and its source; shown by the card's ⓘ. */
  description: string
  viz_type: string
  form: Record<string, unknown>
}

export type Cell = { chart: string; width: number } | { markdown: string; width: number }
export type LayoutRow = { height: number; cells: Cell[] }
export type ExampleDashboard = {
  slug: ExampleSlug
  title: string
  description: string
  charts: ExampleChart[]
  /** Palette slots of labels that occur in several charts, or whose neighbours may be filtered out. */
  labelColors?: Record<string, number>
  /** A single tab without a name means no tabs. */
  tabs: { title: string | null; rows: LayoutRow[] }[]
}

export const metric = (sqlExpression: string, label: string) => ({
  expressionType: 'SQL',
  sqlExpression,
  label,
  hasCustomLabel: true,
  optionName: `metric_${label}`,
})

export const simple = (aggregate: string, column_name: string, label: string) => ({
  expressionType: 'SIMPLE',
  column: { column_name },
  aggregate,
  label,
  hasCustomLabel: true,
  optionName: `metric_${label}`,
})

export const where = (sqlExpression: string) => ({ expressionType: 'SQL', clause: 'WHERE', sqlExpression })
export const having = (sqlExpression: string) => ({ expressionType: 'SQL', clause: 'HAVING', sqlExpression })

/** Format for dollar amounts: $ 27.8B. */
export const dollars = { y_axis_format: 'SMART_NUMBER', currency_format: { symbol: 'USD', symbolPosition: 'prefix' } } as const

/** A time filter that dashboards can override. */
export const anyTime = (subject: string, comparator = 'No filter') => ({
  expressionType: 'SIMPLE',
  clause: 'WHERE',
  subject,
  operator: 'TEMPORAL_RANGE',
  comparator,
})

type Component = { type: string; id: string; children: string[]; parents: string[]; meta?: Record<string, unknown> }

export type PlacedChart = { id: number; uuid: string; title: string }

/** The layout tree (`position_json`) of a dashboard, given its charts' ids. */
export const positionOf = (dashboard: ExampleDashboard, charts: Map<string, PlacedChart>): Record<string, unknown> => {
  const components: Component[] = []
  const add = (component: Component) => {
    components.push(component)
    return component.id
  }
  let next = 0
  const id = (type: string) => `${type}-${dashboard.slug}-${++next}`
  const cell = (item: Cell, height: number, parents: string[]): string => {
    if ('markdown' in item)
      return add({ type: 'MARKDOWN', id: id('MARKDOWN'), children: [], parents, meta: { width: item.width, height, code: item.markdown } })
    const chart = charts.get(item.chart)
    if (!chart) throw new Error(`The example dashboard ${dashboard.slug} names an unknown chart: ${item.chart}`)
    const meta = { width: item.width, height, chartId: chart.id, uuid: chart.uuid, sliceName: chart.title }
    return add({ type: 'CHART', id: id('CHART'), children: [], parents, meta })
  }
  const row = ({ height, cells }: LayoutRow, parents: string[]): string => {
    const own = id('ROW')
    const children = cells.map((item) => cell(item, height, [...parents, own]))
    return add({ type: 'ROW', id: own, children, parents, meta: { background: 'BACKGROUND_TRANSPARENT' } })
  }
  const tabbed = dashboard.tabs.some(({ title }) => title !== null)
  const rootParents = ['ROOT_ID']
  const body = tabbed
    ? (() => {
        const tabs = id('TABS')
        const children = dashboard.tabs.map(({ title, rows }) => {
          const own = id('TAB')
          const parents = [...rootParents, tabs, own]
          return add({
            type: 'TAB',
            id: own,
            children: rows.map((one) => row(one, parents)),
            parents: [...rootParents, tabs],
            meta: { text: title ?? '' },
          })
        })
        return add({ type: 'TABS', id: tabs, children, parents: rootParents, meta: {} })
      })()
    : 'GRID_ID'
  const gridChildren = tabbed ? [] : (dashboard.tabs[0]?.rows ?? []).map((one) => row(one, [...rootParents, 'GRID_ID']))
  return {
    DASHBOARD_VERSION_KEY: 'v2',
    ROOT_ID: { type: 'ROOT', id: 'ROOT_ID', children: [body] },
    GRID_ID: { type: 'GRID', id: 'GRID_ID', children: gridChildren, parents: rootParents },
    HEADER_ID: { type: 'HEADER', id: 'HEADER_ID', meta: { text: dashboard.title } },
    ...Object.fromEntries(components.map((component) => [component.id, component])),
  }
}
