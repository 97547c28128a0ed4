import { expect, it } from 'vitest'
import { attributeLines, lineFaults, readLines } from './attribute-lines.ts'

it('lines are read as attributes, several of one name as a list', () => {
  expect(readLines('region = EU\n\n team=a \nteam = b = c')).toEqual({ region: 'EU', team: ['a', 'b = c'] })
})

it('attributes are written as the lines that are read', () => {
  const attributes = { region: 'EU', team: ['a', 'b'] }
  expect(readLines(attributeLines(Object.entries(attributes).map(([name, value]) => ({ name, value }))))).toEqual(attributes)
})

it.each(['region', '= EU', "it's = x", '1a = b'])('%s is not an attribute', (text) => {
  expect(lineFaults('attributes', `a = b\n${text}`)).toEqual([{ path: 'attributes', text: expect.stringContaining(text) }])
})

it('a name of an object is an attribute like another', () => {
  expect(readLines('__proto__ = x\nconstructor = y')).toEqual(
    Object.fromEntries([
      ['__proto__', 'x'],
      ['constructor', 'y'],
    ]),
  )
})
