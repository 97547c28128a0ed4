import { CandlestickChart, CustomChart, EffectScatterChart, ParallelChart, PictorialBarChart, ThemeRiverChart } from 'echarts/charts'
import { CalendarComponent, ParallelComponent, PolarComponent, SingleAxisComponent } from 'echarts/components'

export const parts = [
  CandlestickChart,
  CustomChart,
  EffectScatterChart,
  ParallelChart,
  PictorialBarChart,
  ThemeRiverChart,
  CalendarComponent,
  ParallelComponent,
  PolarComponent,
  SingleAxisComponent,
]
