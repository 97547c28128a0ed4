import { expect, test } from 'vitest'
import { createLabelColors } from '../../../frame/picture/label-colors.ts'
import { readColoring } from './coloring.ts'

const groups = (labels: string[]) => [{ labels, scheme: ['#010101', '#020202', '#030303'] }]

/** The colours of a dashboard with these labels, which it leaves to the others of its namespace. */
const visit = async (metadata: Record<string, unknown>, labels: string[]) => {
  const { labelColors, kept, schemeOf, keep } = await readColoring(metadata)
  const colors = createLabelColors({ pinned: labelColors, kept, schemeOf })
  colors.setLabels('chart', groups(labels))
  keep?.(colors.store.getState().colors)
  return colors.store.getState().colors
}

test('a label has the same colour on all dashboards of a namespace, and only there', async () => {
  expect(await visit({ color_namespace: 'sales' }, ['Asia', 'Europe'])).toEqual({ Asia: '#010101', Europe: '#020202' })
  expect(await visit({ color_namespace: 'sales' }, ['Europe'])).toMatchObject({ Europe: '#020202' })
  expect(await visit({ color_namespace: 'other' }, ['Europe'])).toEqual({ Europe: '#010101' })
  expect(await visit({}, ['Europe'])).toEqual({ Europe: '#010101' })
})

test('a colour that the author chose goes before that of the namespace', async () => {
  await visit({ color_namespace: 'costs' }, ['Rent'])
  const colors = await visit({ color_namespace: 'costs', label_colors: { Rent: '#123456' } }, ['Rent', 'Power'])
  expect(colors['Rent']).toBe('#123456')
})
