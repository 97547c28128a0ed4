import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import * as fontkit from 'fontkit'
import type { Font } from 'fontkit'
import subsetFont from 'subset-font'
import { beforeAll, describe, expect, test } from 'vitest'
import { tableStill } from '../../table/draw.ts'
import { tableOf } from '../fixtures/fixture.ts'
import { testContext } from '../fixtures/test-context.ts'
import { tabularMeasure } from './svg.ts'

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

  test('a chart is given that measure', () => {
    const measured: string[] = []
    const context = testContext({ measure: (text) => measured.push(text) })
    tableStill([tableOf({ Sales: [1111] })], { datasource: '1__table', viz_type: 'table' }, context)
    expect(measured.length).toBeGreaterThan(0)
    expect(measured.filter((text) => /\d/.test(text))).toEqual([])
  })
})
