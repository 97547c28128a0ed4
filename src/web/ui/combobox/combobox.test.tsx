// @vitest-environment jsdom
import { fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { Combobox } from './Combobox.tsx'

const options = ['apple', 'banana', 'cherry'].map((value) => ({ value, label: value }))

const Fruit = () => {
  const [values, setValues] = useState<string[]>([])
  return (
    <>
      <Combobox label="Fruit" options={options} values={values} onChange={setValues} create={(text) => text} />
      <output>{values.join()}</output>
    </>
  )
}

const open = () => {
  render(<Fruit />)
  const input = screen.getByRole<HTMLInputElement>('combobox', { name: 'Fruit' })
  input.focus()
  const type = (value: string) => fireEvent.change(input, { target: { value } })
  const press = (...keys: string[]) => {
    for (const key of keys) fireEvent.keyDown(input, { key })
  }
  const isOpen = () => input.getAttribute('aria-expanded') === 'true'
  return { input, type, press, isOpen, chosen: () => screen.getByRole('status').textContent }
}

test.each([
  ['an option', 'banana'],
  ['a value of its own', 'kiwi'],
])('Escape closes the list over %s, also after something else was typed', (_what, text) => {
  const { input, type, press, isOpen, chosen } = open()
  type(text)
  press('ArrowDown', 'Enter')
  expect([chosen(), isOpen()]).toEqual([text, false])
  press('Escape')
  expect([chosen(), isOpen(), input.value]).toEqual([text, false, text])
  type('che')
  expect(isOpen()).toBe(true)
  press('Escape')
  expect([chosen(), isOpen(), input.value]).toEqual([text, false, text])
})

test('emptying the text of a single value clears it', () => {
  const { input, type, press, chosen } = open()
  type('banana')
  press('ArrowDown', 'Enter')
  expect(chosen()).toBe('banana')
  type('')
  press('Escape')
  expect([chosen(), input.value]).toEqual(['', ''])
})
