import {
  BoxplotChart,
  CandlestickChart,
  CustomChart,
  EffectScatterChart,
  HeatmapChart,
  ParallelChart,
  PictorialBarChart,
  ThemeRiverChart,
} from 'echarts/charts'
import { CalendarComponent, ParallelComponent, SingleAxisComponent } from 'echarts/components'

export const parts = [
  BoxplotChart,
  CandlestickChart,
  CustomChart,
  EffectScatterChart,
  HeatmapChart,
  ParallelChart,
  PictorialBarChart,
  ThemeRiverChart,
  CalendarComponent,
  ParallelComponent,
  SingleAxisComponent,
]
