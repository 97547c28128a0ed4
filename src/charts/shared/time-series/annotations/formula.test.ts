import { expect, test } from 'vitest'
import { parseFormula } from './formula.ts'

test.each<[string, number, number]>([
  ['x', 3, 3],
  ['2x + 1', 3, 7],
  ['2 * (x - 1) ^ 2', 3, 8],
  ['-x^2', 3, -9],
  ['2^3^2', 0, 512],
  ['10 - 4 - 3', 0, 3],
  ['7 % 4 * 2', 0, 6],
  ['y = x / 4', 2, 0.5],
  ['f(x) = 3(x + 1)', 1, 6],
  ['max(x, 2, 5)', 3, 5],
  ['sqrt(abs(-16)) + pi', 0, 4 + Math.PI],
  ['1.5e3 + .5', 0, 1500.5],
  ['sin(0) + X', 2, 2],
])('%s at %d', (text, x, y) => expect(parseFormula(text)?.(x)).toBeCloseTo(y, 12))

test.each(['', 'x +', '(x', 'x)', 'y', 'constructor', 'toString(x)', 'alert(1)', 'x ; 1', 'x == 2', 'sin'])('%j is no formula', (text) => {
  expect(parseFormula(text)).toBeNull()
})
