// @vitest-environment jsdom
import { fireEvent, render, screen } from '@testing-library/react'
import type { ComponentProps } from 'react'
import { expect, test, vi } from 'vitest'
import { Button } from './Button.tsx'
import { IconButton } from './IconButton.tsx'

type Look = Pick<ComponentProps<typeof Button>, 'disabled' | 'busy' | 'focusableWhenDisabled'>

const stateOf = (button: HTMLElement) => [button.hasAttribute('disabled'), button.getAttribute('aria-disabled')]

test.each<[what: string, look: Look, state: unknown, clicks: number]>([
  ['enabled', {}, [false, null], 1],
  ['disabled', { disabled: true }, [true, null], 0],
  ['enabled, and stays focusable when it is not', { focusableWhenDisabled: true }, [false, null], 1],
  ['disabled and focusable', { focusableWhenDisabled: true, disabled: true }, [false, 'true'], 0],
  ['busy', { busy: true }, [false, 'true'], 0],
  ['busy and disabled', { busy: true, disabled: true }, [false, 'true'], 0],
])('a button that is %s', (_what, look, state, clicks) => {
  const onClick = vi.fn()
  render(
    <Button {...look} onClick={onClick}>
      Save
    </Button>,
  )
  const button = screen.getByRole('button', { name: 'Save' })
  expect(stateOf(button)).toEqual(state)
  fireEvent.click(button)
  expect(onClick).toHaveBeenCalledTimes(clicks)
})

test('an icon button keeps the focus when its press disables it, and works again afterwards', () => {
  const [onClick, onAround] = [vi.fn(), vi.fn()]
  const undo = (count: number) => (
    <div onClick={onAround}>
      <IconButton focusableWhenDisabled label="Undo" icon="" disabled={count === 0} onClick={onClick} />
    </div>
  )
  const { rerender } = render(undo(1))
  const button = screen.getByRole('button', { name: 'Undo' })
  button.focus()
  rerender(undo(0))
  expect([...stateOf(button), document.activeElement]).toEqual([false, 'true', button])
  fireEvent.click(button)
  expect([onClick.mock.calls, onAround.mock.calls]).toEqual([[], []])
  rerender(undo(1))
  fireEvent.click(button)
  expect(onClick).toHaveBeenCalledOnce()
})

test.each<[look: Look, submits: number]>([
  [{}, 1],
  [{ busy: true }, 0],
  [{ focusableWhenDisabled: true, disabled: true }, 0],
])('a form is submitted by its button, unless that is disabled: %o', (look, submits) => {
  const onSubmit = vi.fn((event: { preventDefault: () => void }) => event.preventDefault())
  render(
    <form onSubmit={onSubmit}>
      <Button {...look} type="submit">
        Save
      </Button>
    </form>,
  )
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect(onSubmit).toHaveBeenCalledTimes(submits)
})
