// @vitest-environment jsdom
import { fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { columnConfig } from '#charts/shared/form/controls.ts'
import { ColumnConfig } from './ColumnConfig.tsx'

test('each metric has a maximum; what is no number is marked and changes nothing', () => {
  const control = columnConfig('column_config', 'Customize metrics', { sets: 'maximum' })
  const form = { viz_type: 'radar', datasource: '1__table', metrics: ['power', 'weight'] }
  const values: unknown[] = []
  const Held = () => {
    const [value, setValue] = useState<unknown>({ weight: { radarMetricMaxValue: 4000 } })
    const change = (next: unknown) => {
      values.push(next)
      setValue(next)
    }
    return <ColumnConfig control={control} value={value} onChange={change} state={{ form, dataset: null }} />
  }
  render(<Held />)
  const input = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name: `Maximum of ${name}` })
  const type = (name: string, text: string) => {
    fireEvent.change(input(name), { target: { value: text } })
    fireEvent.blur(input(name))
  }
  expect([input('power').value, input('weight').value]).toEqual(['', '4000'])
  type('power', 'many')
  expect(input('power').getAttribute('aria-invalid')).toBe('true')
  expect(values).toEqual([])
  type('power', '12.50')
  expect(values.at(-1)).toEqual({ weight: { radarMetricMaxValue: 4000 }, power: { radarMetricMaxValue: 12.5 } })
  type('weight', '')
  expect(values.at(-1)).toMatchObject({ weight: { radarMetricMaxValue: null } })
})
