import { expect, test } from 'vitest'
import { partedFill } from '#charts/shared/time-series/stack-separators.ts'
import { colors } from '#core/theme/tokens.ts'
import { drawOption } from '../echarts.ts'
import { idMark, mergeThemes } from './merge-themes.ts'

const surface = colors.light.surface
const inDark = (content: string) => content.replaceAll(`"${surface}"`, `"${colors.dark.surface}"`)
const leanOf = (content: string) => mergeThemes(`<svg>${content}</svg>`, `<svg>${inDark(content)}</svg>`)?.svg

const stops = (at: string, first: string, second: string) =>
  `<stop offset="${at}" stop-color="${first}"/><stop offset="${at}" stop-color="${second}"/>`
const gradient = (content: string, direction = 'x1="0" y1="0" x2="0" y2="1"') =>
  `<defs><linearGradient gradientUnits="objectBoundingBox" ${direction} id="g">${content}</linearGradient></defs>`
const across = 'x1="0" y1="0" x2="1" y2="0"'
const bar = (d: string, fill = 'url(#g)') => `<path d="${d}" fill="${fill}"/>`

test('what a style says of font and colour is said by attributes, and replaces theirs', () => {
  expect(leanOf('<g style="font-size:12px; fill:#000;letter-spacing:1px" fill="#fff"/>')).toBe(
    '<svg><g fill="#000" font-size="12px" style="letter-spacing:1px"/></svg>',
  )
})

test.each([
  [
    'the font of the texts is said once',
    '<text font-family="A">a</text><text font-family="A">b</text>',
    ' font-family="A"',
    '<text>a</text><text>b</text>',
  ],
  [
    'a second font stays with its texts',
    '<text font-family="A">a</text><text font-family="B">b</text>',
    ' font-family="A"',
    '<text>a</text><text font-family="B">b</text>',
  ],
  [
    'the font of a group is left',
    '<g font-family="B"><text font-family="A">a</text></g>',
    '',
    '<g font-family="B"><text font-family="A">a</text></g>',
  ],
])('%s', (_case, given, root, kept) => expect(leanOf(given)).toBe(`<svg${root}>${kept}</svg>`))

test.each([
  ['ends with one', 'M10 100l20 0l0 -40l-20 0Z', gradient(stops('10%', surface, '#107489')), 'M10 64l20 0l0 36l-20 0Z'],
  ['begins with one', 'M10 100l20 0l0 40l-20 0Z', gradient(stops('75%', '#107489', surface)), 'M10 100l20 0l0 30l-20 0Z'],
  ['lies', 'M10 5l50 0l0 8l-50 0Z', gradient(stops('98%', '#107489', surface), across), 'M10 5l49 0l0 8l-49 0Z'],
  ['lies to the left', 'M10 5l-50 0l0 8l50 0Z', gradient(stops('2%', surface, '#107489'), across), 'M-39 5l49 0l0 8l-49 0Z'],
])('a bar parted from the next one by a line of the surface is drawn shorter: it %s', (_case, d, fill, shorter) => {
  expect(leanOf(bar(d) + fill)).toBe(`<svg>${bar(shorter, '#107489')}<defs></defs></svg>`)
})

test.each([
  [
    'with a soft edge',
    bar('M0 0l20 0l0 40l-20 0Z') + gradient('<stop offset="0%" stop-color="#FFFFFF"/><stop offset="50%" stop-color="#107489"/>'),
  ],
  ['of other colours', bar('M0 0l20 0l0 40l-20 0Z') + gradient(stops('50%', '#107489', '#FFFFF0'))],
  ['on another shape', bar('M0 0L20 40L0 40Z') + gradient(stops('50%', surface, '#107489'))],
])('a gradient %s stays', (_case, picture) => {
  const themed = picture.replaceAll(`"${surface}"`, '"var(--p-FFFFFF-1A1D20)"')
  expect(leanOf(picture)?.replaceAll(`${idMark}0`, 'g')).toBe(`<svg>${themed}</svg>`)
})

test('the segments of a stack, as ECharts draws them, need no gradient', () => {
  const picture = (theme: 'light' | 'dark') => {
    const itemStyle = { color: partedFill('#107489', colors[theme].surface, 50, false) }
    const data = [{ value: 5, itemStyle }]
    return drawOption(
      { xAxis: { type: 'category', data: ['a'] }, yAxis: { type: 'value', max: 10 }, series: [{ type: 'bar', stack: 's', data }] },
      { width: 200, height: 200 },
    )
  }
  const [drawn, lean] = [picture('light'), mergeThemes(picture('light'), picture('dark'))?.svg]
  expect([drawn.includes('linearGradient'), lean?.includes('linearGradient'), lean?.includes('fill="#107489"')]).toEqual([
    true,
    false,
    true,
  ])
})
