// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { backgroundBehind } from './background.ts'
import { drawnParts } from './vector-image.ts'

test('what the theme alone says of components that are not loaded is not drawn', () => {
  const isComponent = (name: string) => name !== 'textStyle'
  const option = { legend: { icon: 'circle' }, dataZoom: {}, xAxis: [{ type: 'category' as const }], textStyle: { fontSize: 12 } }
  expect(drawnParts(option, isComponent)).toEqual({ xAxis: [{ type: 'category' }], textStyle: { fontSize: 12 } })
})

test('an image has the color of the nearest element behind it that is not transparent', () => {
  document.body.innerHTML =
    '<div style="background-color: rgb(1, 2, 3)"><div style="background-color: rgba(0, 0, 0, 0)"><p></p></div></div>'
  expect(backgroundBehind(document.querySelector('p') as Element)).toBe('rgb(1, 2, 3)')
  document.body.innerHTML = ''
})
