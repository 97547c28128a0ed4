import type { Page } from '@playwright/test'
import type { Ids } from './ids.ts'

/** One picture: where to go and what to do before it is taken. */
export type Screen = { name: string; path: string; before?: (page: Page) => Promise<unknown>; phone?: boolean; still?: boolean }

const explore = (form: Record<string, unknown>) =>
  `/explore/?datasource=${String(form['datasource'])}&form_data=${encodeURIComponent(JSON.stringify(form))}`

const pill = (group: string | RegExp) => (page: Page) =>
  page
    .getByRole('group', { name: group })
    .getByRole('button', { name: /^(?!Remove|Add|Reset)/ })
    .first()
    .click()

/** The editor of a filter on a text column. */
const filterEditor = async (page: Page) => {
  await page
    .getByRole('group', { name: /^Filters/ })
    .getByRole('button', { name: /^Add/ })
    .click()
  await page.waitForTimeout(400)
}

const sum = (column: string) => ({ expressionType: 'SIMPLE', column: { column_name: column }, aggregate: 'SUM', label: `Sum of ${column}` })

const average = (column: string) => ({ expressionType: 'SIMPLE', column: { column_name: column }, aggregate: 'AVG', label: column })
const radarMetrics = ['IMDB Rating', 'Rotten Tomatoes Rating', 'Running Time min', 'Production Budget', 'Worldwide Gross'].map(average)

const csv = [
  'date,precipitation,temp_max,weather',
  ...Array.from({ length: 90 }, (_, day) => {
    const date = new Date(Date.UTC(2024, 0, 1 + day)).toISOString().slice(0, 10)
    return `${date},${((day * 7) % 23) / 2},${day === 40 ? 'n/a,' : ''}${(4 + day / 9).toFixed(1)},${['rain', 'sun', 'fog'][day % 3]}`
  }),
].join('\n')

const upload = async (page: Page) => {
  await page.getByRole('button', { name: 'New', exact: true }).click()
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('menuitem', { name: /file/i }).click()
  const dialog = page.getByRole('dialog')
  await dialog
    .getByRole('button', { name: /Choose a file/ })
    .first()
    .click()
  await (await chooser).setFiles({ name: 'harbour-weather.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) })
  await dialog.getByRole('grid', { name: 'Preview' }).waitFor()
}

/** Every screen, in the order of the sheet. */
export const screens = ({ datasets, charts }: Ids): Screen[] => {
  const movies = `${datasets['movies']}__table`
  const stocks = `${datasets['stocks']}__table`
  const employment = `${datasets['us_employment']}__table`
  const chart = (title: string) => `/explore/?slice_id=${charts[title]}`
  const typed = (viz_type: string, form: Record<string, unknown>): Screen => ({
    name: `explore-${viz_type}`,
    path: explore({ datasource: movies, viz_type, adhoc_filters: [], row_limit: 1000, ...form }),
  })
  return [
    { name: 'charts', path: '/chart/list/', phone: true },
    { name: 'charts-cards', path: '/chart/list/?viewMode=card' },
    { name: 'dashboards', path: '/dashboard/list/', phone: true },
    { name: 'dashboards-cards', path: '/dashboard/list/?viewMode=card' },
    { name: 'datasets', path: '/tablemodelview/list/' },
    { name: 'databases', path: '/databaseview/list/' },
    { name: 'new-chart', path: '/chart/add' },
    { name: 'palette', path: '/superset/welcome/', before: (page) => page.keyboard.press('Control+k') },
    { name: 'keys', path: '/superset/welcome/', before: (page) => page.keyboard.press('?') },
    { name: 'upload', path: '/superset/welcome/', before: upload },
    {
      name: 'connect',
      path: '/databaseview/list/',
      before: (page) => page.getByRole('main').getByRole('button', { name: 'Database' }).first().click(),
    },
    {
      name: 'dataset',
      path: '/tablemodelview/list/',
      before: async (page) => {
        await page.getByRole('row', { name: /movies/ }).hover()
        await page
          .getByRole('row', { name: /movies/ })
          .getByRole('button', { name: /^(Edit|More|Actions)/ })
          .first()
          .click()
        const item = page.getByRole('menuitem', { name: /^Edit/ })
        if (await item.isVisible().catch(() => false)) await item.click()
        await page.getByRole('dialog').waitFor()
      },
    },
    { name: 'explore-line', path: chart('Google and Apple left the others behind'), phone: true },
    { name: 'explore-bar', path: chart('The box office nearly tripled from 1995 to 2009'), phone: true },
    { name: 'explore-bar-horizontal', path: chart('Six studios share the market') },
    { name: 'explore-area', path: chart('Asia holds two people in three') },
    { name: 'explore-table', path: chart('The biggest films'), phone: true },
    { name: 'explore-big-number', path: chart('Jobs') },
    { name: 'explore-big-number-total', path: chart('Films') },
    { name: 'explore-pie', path: chart('PG-13 earns nearly half of the money') },
    typed('echarts_timeseries_scatter', {
      datasource: stocks,
      x_axis: 'date',
      time_grain_sqla: 'P1M',
      metrics: ['price'],
      groupby: ['symbol'],
    }),
    typed('mixed_timeseries', {
      datasource: employment,
      x_axis: 'month',
      time_grain_sqla: 'P1Y',
      metrics: [sum('construction')],
      metrics_b: [sum('manufacturing')],
      groupby: [],
      groupby_b: [],
      yAxisIndexB: 1,
    }),
    typed('funnel', { groupby: ['MPAA Rating'], metric: 'count' }),
    typed('treemap_v2', { groupby: ['Major Genre'], metric: 'worldwide_gross' }),
    typed('gauge_chart', { groupby: [], metric: 'rating', min_val: 0, max_val: 10 }),
    typed('histogram_v2', { column: 'IMDB Rating', bins: 16, groupby: [] }),
    typed('radar', { groupby: ['Major Genre'], metrics: radarMetrics, row_limit: 4 }),
    typed('waterfall', { datasource: employment, x_axis: 'month', time_grain_sqla: 'P1Y', metric: sum('nonfarm_change'), groupby: [] }),
    { name: 'editor-metric', path: chart('Google and Apple left the others behind'), before: pill(/^Metrics/) },
    { name: 'editor-filter', path: chart('The box office nearly tripled from 1995 to 2009'), before: filterEditor },
    {
      name: 'editor-time',
      path: chart('Google and Apple left the others behind'),
      before: async (page) => {
        await pill(/^Filters/)(page)
        await page.getByRole('tab', { name: 'Custom', exact: true }).click()
      },
    },
    {
      name: 'results',
      path: chart('Google and Apple left the others behind'),
      before: async (page) => {
        const open = page.getByRole('button', { name: 'Open the results' })
        if (await open.isVisible()) await open.click()
        await page.mouse.move(1000, 500)
      },
    },
    {
      name: 'customize',
      path: chart('The box office nearly tripled from 1995 to 2009'),
      before: (page) => page.getByRole('tab', { name: 'Customize' }).click(),
    },
    {
      name: 'all-charts',
      path: chart('The box office nearly tripled from 1995 to 2009'),
      before: (page) => page.getByRole('button', { name: 'All charts' }).click(),
    },
    {
      name: 'state-running',
      path: chart('Google and Apple left the others behind'),
      still: true,
      before: async (page) => {
        await page.route('**/api/v1/chart/data**', () => undefined)
        await page
          .getByRole('button', { name: /^(Refresh|Run again|Update)/ })
          .first()
          .click()
        await page.waitForTimeout(1500)
      },
    },
    {
      name: 'state-error',
      path: explore({
        datasource: movies,
        viz_type: 'big_number_total',
        metric: { expressionType: 'SQL', sqlExpression: 'SUM(nothing_here)', label: 'Broken' },
        adhoc_filters: [],
      }),
    },
    {
      name: 'state-empty',
      path: explore({
        datasource: stocks,
        viz_type: 'echarts_timeseries_line',
        x_axis: 'date',
        time_grain_sqla: 'P1M',
        metrics: ['price'],
        groupby: ['symbol'],
        adhoc_filters: [
          { expressionType: 'SIMPLE', clause: 'WHERE', subject: 'date', operator: 'TEMPORAL_RANGE', comparator: '2031-01-01 : 2032-01-01' },
        ],
      }),
    },
    { name: 'state-new', path: `/explore/?datasource=${stocks}`, phone: true },
    ...dashboards,
    { name: 'home', path: '/superset/welcome/', phone: true },
  ]
}

const tab = (name: string) => (page: Page) => page.getByRole('tab', { name }).click()

const dashboards: Screen[] = [
  { name: 'films', path: '/superset/dashboard/films/', phone: true },
  { name: 'economy-work', path: '/superset/dashboard/economy/', phone: true },
  { name: 'economy-markets', path: '/superset/dashboard/economy/', before: tab('Markets and energy') },
  { name: 'flights-delays', path: '/superset/dashboard/flights/', phone: true },
  { name: 'flights-birds', path: '/superset/dashboard/flights/', before: tab('Bird strikes') },
  { name: 'world-lives', path: '/superset/dashboard/world/', phone: true },
  { name: 'world-earth', path: '/superset/dashboard/world/', before: tab('Earth') },
  { name: 'dashboard-edit', path: '/superset/dashboard/films/?edit=true' },
]
