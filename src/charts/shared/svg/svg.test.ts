import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import * as fontkit from 'fontkit'
import type { Font } from 'fontkit'
import subsetFont from 'subset-font'
import { beforeAll, describe, expect, test } from 'vitest'
import { bigNumberTotalChart } from '../../big_number_total/chart.ts'
import { pivotStill } from '../../pivot_table_v2/draw.ts'
import { tableStill } from '../../table/draw.ts'
import { tableOf } from '../fixtures/fixture.ts'
import { testContext } from '../fixtures/test-context.ts'
import { tabularMeasure } from '#core/theme/tabular-measure.ts'

describe('text of SVG pictures is measured with the digits that are drawn', () => {
  let inter: Font
  beforeAll(async () => {
    const file = createRequire(import.meta.url).resolve('@fontsource-variable/inter/files/inter-latin-wght-normal.woff2')
    const pinned = await subsetFont(readFileSync(file), '0123456789 ,.-%nodigts', {
      targetFormat: 'truetype',
      variationAxes: { wght: 400 },
    })
    inter = fontkit.create(pinned) as Font
  })
  const widthOf = (text: string, features: string[]) => (inter.layout(text, features).advanceWidth / inter.unitsPerEm) * 100

  test.each(['1111111', '88,888.00', '-12.5 %', 'no digits', '2024-01-05'])('%s', (text) => {
    const measure = tabularMeasure((other) => widthOf(other, []))
    expect(Math.abs(measure(text, 100) - widthOf(text, ['tnum']))).toBeLessThan(2)
  })

  const drawn = (draw: typeof tableStill, form: object) => {
    const measured: string[] = []
    const context = testContext({ measure: (text) => measured.push(text) })
    const tables = [tableOf({ Film: ['Half-Blood 1'], Sales: [1111] })]
    const svg = draw(tables, { datasource: '1__table', viz_type: 'table', ...form }, context)
    const texts = (list: string[]) => list.filter((text) => /\d/.test(text))
    const isProportional = /<g style="font-variant-numeric:normal">.*?<\/g>/gs
    return {
      measured: new Set(texts(measured)),
      proportional: texts((svg.match(isProportional)?.join('') ?? '').match(/(?<=>)[^<>]+/g) ?? []),
    }
  }

  test('a chart is given that measure', () => {
    const measured: string[] = []
    const context = testContext({ measure: (text) => measured.push(text) })
    bigNumberTotalChart.svg?.(
      [tableOf({ Sales: [1111] })],
      { datasource: '1__table', viz_type: 'big_number_total', metric: 'Sales' },
      context,
    )
    expect(measured.length).toBeGreaterThan(0)
    expect(measured.filter((text) => /\d/.test(text))).toEqual([])
  })

  test.each([
    ['a table', tableStill, {}],
    ['a pivot table', pivotStill, { viz_type: 'pivot_table_v2', groupbyRows: ['Film'], metrics: ['Sales'] }],
  ])('%s has equal digits in its numbers alone, and is measured so', (_, draw, form) => {
    expect(drawn(draw, form)).toEqual({ measured: new Set(['Half-Blood 1']), proportional: ['Half-Blood 1'] })
  })
})
