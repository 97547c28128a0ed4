import { FunnelChart, GaugeChart, PieChart, RadarChart } from 'echarts/charts'
import { PolarComponent, RadarComponent } from 'echarts/components'

export const parts = [PieChart, FunnelChart, GaugeChart, RadarChart, RadarComponent, PolarComponent]
