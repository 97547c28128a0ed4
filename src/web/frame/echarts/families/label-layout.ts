import { LabelLayout } from 'echarts/features'

export const parts = [LabelLayout]
