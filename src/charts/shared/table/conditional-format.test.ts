import { describe, expect, test } from 'vitest'
import { ruleTints } from '#core/color/rule-tints.ts'
import { colors } from '#core/theme/tokens.ts'
import type { FormatRule } from '../../control.ts'
import { formatOfCell, formatOfRow } from './conditional-format.ts'

const above = (rest: Partial<FormatRule> = {}): FormatRule => ({
  column: 'a',
  operator: '>',
  targetValue: 0,
  colorScheme: ruleTints.green,
  ...rest,
})
const cell = (value: number, column = 'a') => ({ column, value, extent: [0, 100] as [number, number] })

describe('a rule', () => {
  test('grows with the value, or is as strong for every value', () => {
    const [weak, strong] = [1, 100].map((value) => formatOfCell([above()], cell(value), 'light')?.opacity)
    expect(weak).toBeLessThan(strong ?? 0)
    expect([1, 100].map((value) => formatOfCell([above({ useGradient: false })], cell(value), 'light')?.opacity)).toEqual([strong, strong])
  })
  test.each<[Partial<FormatRule>, object]>([
    [{}, { paints: 'cell', icon: null, color: colors.light.good }],
    [{ toTextColor: true }, { paints: 'text' }],
    [{ icon: 'up' }, { icon: '▲' }],
  ])('with %j', (look, format) => expect(formatOfCell([above(look)], cell(5), 'light')).toMatchObject(format))
  test('about another column, or without a match, does nothing', () => {
    expect(formatOfCell([above()], cell(5, 'b'), 'light')).toBeNull()
    expect(formatOfCell([above()], cell(-1), 'light')).toBeNull()
  })
})

describe('a whole row', () => {
  const row = [cell(5), cell(7, 'b')]
  test('is coloured by the last rule about it that matches one of its cells, without the icon', () => {
    const rules = [above({ toAllRow: true, icon: 'up' }), above({ column: 'b', toAllRow: true, colorScheme: ruleTints.red, icon: 'down' })]
    expect(formatOfRow(rules, row, 'light')).toMatchObject({ color: colors.light.bad, icon: null })
    expect(formatOfRow(rules, [cell(5)], 'light')).toMatchObject({ color: colors.light.good })
  })
  test('is left alone by rules about cells', () => expect(formatOfRow([above()], row, 'light')).toBeNull())
})
