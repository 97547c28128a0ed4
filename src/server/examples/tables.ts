/**
 * The example tables: files of the npm package vega-datasets, with dates converted from text and a few columns with readable labels for
 * codes. `select` reads the file as `$file`.
 */
export type ExampleTable = {
  table: string
  file: string
  select: string
  description: string
  mainTime: string | null
  metrics?: { metric_name: string; expression: string; verbose_name: string; d3format?: string; currency?: string }[]
  columns?: Record<string, { verbose_name?: string; description?: string }>
}

const source = (text: string) => `${text} From the vega-datasets collection.`

const minutes = ',.1f'

export const exampleTables: ExampleTable[] = [
  {
    table: 'flights',
    file: 'flights-3m.parquet',
    select: `select date, delay, distance, origin, destination, hour(date) as hour,
      ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'][isodow(date)] as weekday,
      case when distance < 500 then 'Under 500 miles' when distance < 1000 then '500 to 1,000 miles'
           when distance < 2000 then '1,000 to 2,000 miles' else 'Over 2,000 miles' end as length
      from read_parquet($file)`,
    description: source('Three million domestic flights in the United States, January to June 2001. Bureau of Transportation Statistics.'),
    mainTime: 'date',
    metrics: [
      { metric_name: 'average_delay', expression: 'AVG(delay)', verbose_name: 'Average delay, minutes', d3format: minutes },
      {
        metric_name: 'late_share',
        expression: 'AVG(CASE WHEN delay > 15 THEN 1.0 ELSE 0.0 END)',
        verbose_name: 'More than 15 minutes late',
        d3format: '.1%',
      },
    ],
    columns: {
      delay: { verbose_name: 'Delay, minutes' },
      distance: { verbose_name: 'Distance, miles' },
      hour: { verbose_name: 'Hour of departure' },
      length: { verbose_name: 'Length' },
    },
  },
  {
    table: 'birdstrikes',
    file: 'birdstrikes.csv',
    select: 'select * from read_csv($file)',
    description: source(
      'Ten thousand collisions of aircraft with wildlife in the United States, 1990 to 2002. Federal Aviation Administration.',
    ),
    mainTime: 'Flight Date',
    metrics: [{ metric_name: 'cost', expression: 'SUM("Cost Total $")', verbose_name: 'Cost', d3format: 'SMART_NUMBER', currency: 'USD' }],
  },
  {
    table: 'airports',
    file: 'airports.csv',
    select: 'select * from read_csv($file)',
    description: source('Airports of the United States with their place. Federal Aviation Administration.'),
    mainTime: null,
  },
  {
    table: 'movies',
    file: 'movies.json',
    select: `select * exclude ("Title", "Release Date") replace (coalesce("Major Genre", 'Unknown') as "Major Genre"),
      "Title"->>'$' as "Title", try_strptime("Release Date", '%b %d %Y')::date as "Release Date" from read_json($file)
      where year(try_strptime("Release Date", '%b %d %Y')) <= 2010`,
    description: source('Films to 2010 with their gross, budget and ratings. Collected for teaching, with gaps and errors left in.'),
    mainTime: 'Release Date',
    metrics: [
      {
        metric_name: 'worldwide_gross',
        expression: 'SUM("Worldwide Gross")',
        verbose_name: 'Worldwide gross',
        d3format: 'SMART_NUMBER',
        currency: 'USD',
      },
      { metric_name: 'rating', expression: 'AVG("IMDB Rating")', verbose_name: 'IMDb rating', d3format: '.1f' },
    ],
  },
  {
    table: 'gapminder',
    file: 'gapminder.json',
    select: `select make_date(year, 1, 1) as year_date, *,
      ['South Asia', 'Europe', 'Sub-Saharan Africa', 'Americas', 'East Asia and Pacific', 'Middle East and North Africa'][cluster + 1] as region
      from read_json($file)`,
    description: source('Life expectancy, fertility and population of 62 countries, 1955 to 2005. Gapminder Foundation.'),
    mainTime: 'year_date',
    metrics: [
      {
        metric_name: 'life_expectancy',
        expression: 'SUM(life_expect * pop) / SUM(pop)',
        verbose_name: 'Life expectancy, years',
        d3format: '.1f',
      },
      {
        metric_name: 'children_per_woman',
        expression: 'SUM(fertility * pop) / SUM(pop)',
        verbose_name: 'Children per woman',
        d3format: '.1f',
      },
      { metric_name: 'population', expression: 'SUM(pop)', verbose_name: 'Population', d3format: 'SMART_NUMBER' },
    ],
    columns: {
      pop: { verbose_name: 'Population' },
      life_expect: { verbose_name: 'Life expectancy' },
      fertility: { verbose_name: 'Children per woman' },
    },
  },
  {
    table: 'disasters',
    file: 'disasters.csv',
    select: `select "Entity" as kind, make_date("Year", 1, 1) as year, (("Year" // 10) * 10)::varchar || 's' as decade, "Deaths" as deaths
      from read_csv($file) where "Entity" <> 'All natural disasters'`,
    description: source('Deaths from natural disasters by kind and year, 1900 to 2017. Our World in Data, from EM-DAT.'),
    mainTime: 'year',
  },
  {
    table: 'carbon_dioxide',
    file: 'co2-concentration.csv',
    select: 'select "Date" as date, "CO2" as co2, "adjusted CO2" as adjusted from read_csv($file)',
    description: source(
      'Carbon dioxide in the air at Mauna Loa, parts per million, monthly from 1958. Scripps Institution of Oceanography.',
    ),
    mainTime: 'date',
  },
  {
    table: 'global_temperature',
    file: 'global-temp.csv',
    select: 'select make_date(year, 1, 1) as year, temp as anomaly from read_csv($file)',
    description: source(
      'Global surface temperature against the mean of 1951 to 1980, in °C, yearly from 1880. NASA Goddard Institute for Space Studies.',
    ),
    mainTime: 'year',
  },
  {
    table: 'us_employment',
    file: 'us-employment.csv',
    select: 'select * from read_csv($file)',
    description: source('Jobs in the United States by industry, in thousands, monthly 2006 to 2015. Bureau of Labor Statistics.'),
    mainTime: 'month',
  },
  {
    table: 'unemployment',
    file: 'unemployment-across-industries.json',
    select:
      'select series as industry, make_date(year, month, 1) as month, count * 1000 as people, rate / 100 as rate from read_json($file)',
    description: source('Unemployment in the United States by industry, monthly 2000 to 2010. Bureau of Labor Statistics.'),
    mainTime: 'month',
  },
  {
    table: 'stocks',
    file: 'stocks.csv',
    select: `select symbol, strptime(date, '%b %-d %Y')::date as date, price from read_csv($file, types = {'date': 'VARCHAR'})`,
    description: source('Share prices of five technology companies, monthly 2000 to 2010.'),
    mainTime: 'date',
    metrics: [{ metric_name: 'price', expression: 'AVG(price)', verbose_name: 'Price', d3format: '$,.0f' }],
  },
  {
    table: 'electricity',
    file: 'iowa-electricity.csv',
    select: 'select year, source, net_generation * 1000 as megawatt_hours from read_csv($file)',
    description: source('Net generation of electricity in Iowa by source, yearly 2001 to 2017. Energy Information Administration.'),
    mainTime: 'year',
  },
  {
    table: 'weather',
    file: 'weather.csv',
    select: 'select * from read_csv($file)',
    description: source('Daily weather in Seattle and New York, 2012 to 2015. National Oceanic and Atmospheric Administration.'),
    mainTime: 'date',
  },
]
