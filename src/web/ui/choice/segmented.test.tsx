// @vitest-environment jsdom
import { fireEvent, render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { Segmented } from './Segmented.tsx'

const options = [
  { key: 'a', label: 'A' },
  { key: 'b', label: 'B', disabled: true },
  { key: 'c', label: 'C' },
  { key: 'd', label: 'D' },
]

/** Presses keys one after the other, each where the focus is, though the value stays as it was. */
const press = (value: string, keys: string[]) => {
  const onChange = vi.fn<(key: string) => void>()
  render(<Segmented label="Letters" value={value} options={options} onChange={onChange} />)
  screen.getByRole<HTMLElement>('radio', { name: value.toUpperCase() }).focus()
  for (const key of keys) fireEvent.keyDown(document.activeElement ?? document.body, { key })
  return onChange.mock.calls.map(([key]) => key)
}

test.each([
  ['one that cannot be chosen is passed over', 'a', ['ArrowRight'], ['c']],
  ['keys that are faster than the value count on from the focus', 'a', ['ArrowRight', 'ArrowRight'], ['c', 'd']],
  ['it wraps at the ends', 'a', ['ArrowLeft', 'ArrowRight'], ['d', 'a']],
  ['other keys choose nothing', 'c', ['x', 'Tab'], []],
])('arrow keys choose: %s', (_how, value, keys, chosen) => expect(press(value, keys)).toEqual(chosen))
