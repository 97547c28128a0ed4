import { converter, differenceCiede2000, formatHex } from 'culori'
import { describe, expect, test } from 'vitest'
import { contrast } from '../color/parse.ts'
import { colors } from './tokens.ts'
import type { ThemeName } from './tokens.ts'

const themes: ThemeName[] = ['light', 'dark']
const texts = ['text', 'text2', 'text3'] as const
const grounds = ['canvas', 'surface', 'raised', 'accentSoft'] as const

type Matrix = [number, number, number][]

/** Machado, Oliveira and Fernandes 2009, severity 1.0, on linear RGB. */
const visions: Record<string, Matrix> = {
  normal: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritanopia: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
}

const linear = converter('lrgb')
const difference = differenceCiede2000()

const seen = (color: string, matrix: Matrix): string => {
  const { r, g, b } = linear(color) as { r: number; g: number; b: number }
  const [x, y, z] = matrix.map((row) => Math.min(1, Math.max(0, row[0] * r + row[1] * g + row[2] * b))) as [number, number, number]
  return formatHex({ mode: 'lrgb', r: x, g: y, b: z }) as string
}

const apart = (a: string, b: string, vision: string) => difference(seen(a, visions[vision] as Matrix), seen(b, visions[vision] as Matrix))

describe.each(themes)('%s', (theme) => {
  const token = colors[theme]

  test.each(texts.flatMap((text) => grounds.map((ground) => [text, ground] as const)))('%s reads on %s', (text, ground) => {
    expect(contrast(token[text], token[ground])).toBeGreaterThanOrEqual(4.5)
  })

  test.each(['canvas', 'surface', 'raised'] as const)('what can be ticked is seen on %s', (ground) => {
    expect(contrast(token.edge, token[ground])).toBeGreaterThanOrEqual(3)
  })

  test('text on the accent colour, links and states has enough contrast', () => {
    expect(contrast(token.onAccent, token.accent)).toBeGreaterThanOrEqual(4.5)
    for (const name of ['accent', 'good', 'warn', 'bad'] as const)
      for (const ground of ['surface', 'raised', 'canvas'] as const)
        expect(contrast(token[name], token[ground])).toBeGreaterThanOrEqual(4.5)
  })

  test.each(token.palette.map((color, slot) => [slot + 1, color] as const))('slot %i stands out from its surface', (_, color) => {
    expect(contrast(color, token.surface)).toBeGreaterThanOrEqual(3)
  })

  test.each(Object.keys(visions))('neighbours of the palette differ in %s vision', (vision) => {
    const least = vision === 'normal' ? 12 : 8
    token.palette.forEach((color, slot) => {
      const next = token.palette[(slot + 1) % token.palette.length] as string
      expect(apart(color, next, vision)).toBeGreaterThanOrEqual(least)
    })
    const first = token.palette.slice(0, 4)
    for (const a of first) for (const b of first) if (a !== b) expect(apart(a, b, vision)).toBeGreaterThanOrEqual(8)
  })

  test.each(Object.keys(visions))('steps of the ramps differ in %s vision', (vision) => {
    for (const ramp of [token.sequential, token.diverging])
      ramp.slice(1).forEach((color, i) => expect(apart(color, ramp[i] as string, vision)).toBeGreaterThanOrEqual(5))
  })
})

test('the light palette also stands out on the dark surface', () => {
  for (const color of colors.light.palette) expect(contrast(color, colors.dark.surface)).toBeGreaterThanOrEqual(3)
})
