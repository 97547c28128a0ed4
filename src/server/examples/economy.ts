import { anyTime, metric, simple, type ExampleDashboard } from './build.ts'

const month = anyTime('month')
const stockTime = anyTime('date')
const first = `MAX(CASE WHEN date = DATE '2000-01-01' THEN price END)`
const last = `MAX(CASE WHEN date = DATE '2010-03-01' THEN price END)`

export const economy: ExampleDashboard = {
  slug: 'economy',
  title: 'The recession cost 8.7 million jobs',
  description: 'Work, markets and electricity in the United States, 2000 to 2017.',
  charts: [
    {
      key: 'jobs',
      table: 'us_employment',
      title: 'Jobs',
      description: 'Jobs outside farming, in millions, seasonally adjusted.',
      viz_type: 'big_number',
      form: {
        metric: metric('MAX(nonfarm) * 1000', 'Jobs'),
        x_axis: 'month',
        time_grain_sqla: 'P1M',
        y_axis_format: '.4s',
        compare_lag: 12,
        compare_suffix: 'in a year',
        show_trend_line: true,
        start_y_axis_at_zero: false,
        adhoc_filters: [month],
      },
    },
    {
      key: 'unemployed',
      table: 'unemployment',
      title: 'Out of work in construction, February 2010',
      description: 'Highest unemployment rate of any industry in the period.',
      viz_type: 'big_number_total',
      form: {
        metric: simple('MAX', 'rate', 'Highest rate'),
        y_axis_format: '.1%',
        subheader: 'the highest rate of any industry',
        adhoc_filters: [month],
      },
    },
    {
      key: 'change',
      table: 'us_employment',
      title: 'Two years of losses, five of gains',
      description: 'Change of jobs outside farming against the month before, in thousands.',
      viz_type: 'echarts_timeseries_bar',
      form: {
        x_axis: 'month',
        time_grain_sqla: 'P1M',
        metrics: [simple('SUM', 'nonfarm_change', 'Change, thousands')],
        y_axis_format: '+,d',
        adhoc_filters: [month],
        row_limit: 1000,
      },
    },
    {
      key: 'industries',
      table: 'us_employment',
      title: 'Health and education kept hiring; factories and builders did not recover',
      description: 'Jobs by industry, in thousands.',
      viz_type: 'echarts_timeseries_line',
      form: {
        x_axis: 'month',
        time_grain_sqla: 'P1M',
        metrics: [
          simple('SUM', 'education_and_health_services', 'Education and health'),
          simple('SUM', 'manufacturing', 'Manufacturing'),
          simple('SUM', 'construction', 'Construction'),
        ],
        y_axis_format: ',d',
        adhoc_filters: [month],
        row_limit: 1000,
      },
    },
    {
      key: 'rates',
      table: 'unemployment',
      title: 'Construction was hit hardest',
      description: 'Unemployment rate by industry; the five with the highest peaks.',
      viz_type: 'echarts_timeseries_line',
      form: {
        x_axis: 'month',
        time_grain_sqla: 'P1M',
        metrics: [simple('MAX', 'rate', 'Rate')],
        groupby: ['industry'],
        limit: 5,
        y_axis_format: '.0%',
        adhoc_filters: [month],
        row_limit: 10000,
      },
    },
    {
      key: 'stocks',
      table: 'stocks',
      title: 'Google and Apple left the others behind',
      description: 'Share price at the start of the month, in dollars.',
      viz_type: 'echarts_timeseries_line',
      form: {
        x_axis: 'date',
        time_grain_sqla: 'P1M',
        metrics: ['price'],
        groupby: ['symbol'],
        y_axis_format: '$,d',
        adhoc_filters: [stockTime],
        row_limit: 10000,
      },
    },
    {
      key: 'returns',
      table: 'stocks',
      title: 'Ten years of five shares',
      description: 'Share price in January 2000 and March 2010; Google was first traded in 2004.',
      viz_type: 'table',
      form: {
        query_mode: 'aggregate',
        groupby: ['symbol'],
        metrics: [metric(first, 'January 2000'), metric(last, 'March 2010'), metric('MAX(price)', 'Highest')],
        timeseries_limit_metric: metric(last, 'March 2010'),
        order_desc: true,
        adhoc_filters: [stockTime],
        row_limit: 10,
        show_cell_bars: true,
        column_config: {
          'January 2000': { d3NumberFormat: '$,.2f' },
          'March 2010': { d3NumberFormat: '$,.2f' },
          Highest: { d3NumberFormat: '$,.2f' },
        },
      },
    },
    {
      key: 'electricity',
      table: 'electricity',
      title: 'Renewables went from 4 % to 39 % of Iowa’s electricity',
      description: 'Net generation by source, in megawatt hours.',
      viz_type: 'echarts_area',
      form: {
        x_axis: 'year',
        time_grain_sqla: 'P1Y',
        metrics: [simple('SUM', 'megawatt_hours', 'Megawatt hours')],
        groupby: ['source'],
        stack: 'Stack',
        y_axis_format: 'SMART_NUMBER',
        adhoc_filters: [anyTime('year')],
        row_limit: 1000,
      },
    },
    {
      key: 'weather',
      table: 'weather',
      title: 'New York is warmer in summer, colder in winter than Seattle',
      description: 'Average of the daily highs per month, in °C.',
      viz_type: 'echarts_timeseries_line',
      form: {
        x_axis: 'date',
        time_grain_sqla: 'P1M',
        metrics: [simple('AVG', 'temp_max', 'Daily high')],
        groupby: ['location'],
        y_axis_format: '.0f',
        adhoc_filters: [anyTime('date')],
        row_limit: 1000,
      },
    },
  ],
  tabs: [
    {
      title: 'Work',
      rows: [
        {
          height: 28,
          cells: [
            { chart: 'jobs', width: 6 },
            { chart: 'unemployed', width: 6 },
          ],
        },
        {
          height: 40,
          cells: [
            { chart: 'change', width: 6 },
            { chart: 'industries', width: 6 },
          ],
        },
        { height: 40, cells: [{ chart: 'rates', width: 12 }] },
      ],
    },
    {
      title: 'Markets and energy',
      rows: [
        {
          height: 40,
          cells: [
            { chart: 'stocks', width: 7 },
            { chart: 'returns', width: 5 },
          ],
        },
        {
          height: 40,
          cells: [
            { chart: 'electricity', width: 6 },
            { chart: 'weather', width: 6 },
          ],
        },
      ],
    },
  ],
}
