import { expect, test } from 'vitest'
import { translator } from '#core/i18n/t.ts'
import { leftOutText } from '../text/left-out.ts'
import { testContext } from '../fixtures/test-context.ts'
import { addNote, noteHeight, wrapNote } from './note.ts'

const wrap = (text: string, width: number, locale = 'en') => wrapNote(text, testContext({ width, t: translator({ locale, texts: {} }) }))

test.each([
  ['', 60, []],
  ['One line.', 200, ['One line.']],
  ['Some words in lines.', 66, ['Some words', 'in lines.']],
  ['Incomprehensibilities are long.', 60, ['Incomprehensibilities', 'are long.']],
])('%j on %d px', (text, width, lines) => expect(wrap(text, width)).toEqual(lines))

test('a language without spaces is broken between its words', () => {
  const lines = wrap('小于或等于零的值未绘制在对数轴上。', 60, 'zh')
  expect(lines.length).toBeGreaterThan(1)
  expect(lines.join('')).toBe('小于或等于零的值未绘制在对数轴上。')
  expect(lines.at(-1)).not.toBe('。')
})

test('the picture grows by its note', () => {
  const svg = '<svg width="300" height="200" xmlns="…" viewBox="0 0 300 200"><path d="M0 0"/></svg>'
  const lines = ['a < b', 'c']
  const noted = addNote(svg, lines, { height: 200, fill: '#333' })
  expect(noted).toMatch(/^<svg width="300" height="240" xmlns="…" viewBox="0 0 300 240"><path d="M0 0"\/><text .*<\/svg>$/)
  expect(noted).toContain('>a &lt; b</text>')
  expect([noteHeight(lines), addNote(svg, [], { height: 200, fill: '#333' })]).toEqual([40, svg])
})

test('what is left out is said in the plural forms of the language', () => {
  const t = translator()
  expect(leftOutText({ notPositive: 1 }, t)).toBe('1 value of zero or less is not drawn on the logarithmic axis.')
  expect(leftOutText({ negativeParts: 1200, notPositive: 3 }, t)).toBe(
    '3 values of zero or less are not drawn on the logarithmic axis. 1,200 values below zero are not drawn as parts of the whole.',
  )
})
