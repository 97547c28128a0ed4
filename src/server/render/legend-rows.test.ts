import { expect, test } from 'vitest'
import { testContext } from '#charts/shared/fixtures/test-context.ts'
import { dress } from '#charts/shared/look/dress.ts'
import { planLegend } from '#charts/shared/look/legend.ts'
import { drawOption } from './echarts.ts'
import { measureText } from './measure.ts'

const names = ['China', 'India', 'United States', 'Brazil', 'Japan', 'Nigeria']
/** px between the rows of a legend. */
const rowStep = 24

test('a legend has room for as many rows as ECharts draws, at every width', () => {
  const roomFor = (width: number) =>
    planLegend(
      names.map((name) => ({ name, color: '#000' })),
      {},
      testContext({ width, measure: measureText }),
    )
  const oneRow = roomFor(2000).top
  for (let width = 240; width <= 480; width++) {
    const { top, option } = roomFor(width)
    const ring = { type: 'pie', label: { show: false }, data: names.map((name) => ({ name, value: 1 })) }
    const svg = drawOption(dress({ legend: option, series: [ring] }, 'light'), { width, height: 300 })
    const texts = [...svg.matchAll(/<text[^>]*translate\([\d.]+ ([\d.]+)\)[^>]*>([^<]*)/g)].filter(([, , text = '']) =>
      names.includes(text),
    )
    expect(texts).toHaveLength(names.length)
    expect(new Set(texts.map(([, y]) => y)).size, `${width} px`).toBe((top - oneRow) / rowStep + 1)
  }
})
