// @vitest-environment jsdom
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { Button } from './button/Button.tsx'
import { Confirm } from './overlay/Confirm.tsx'
import { confirm } from './overlay/confirm.ts'
import { Dialog } from './overlay/Dialog.tsx'
import { EditableTitle } from './text/EditableTitle.tsx'
import { Menu } from './overlay/Menu.tsx'
import { Picker } from './choice/Picker.tsx'
import { SearchInput } from './text/SearchInput.tsx'
import { Splitter, usePaneSize } from './Splitter.tsx'
import { Tabs } from './choice/Tabs.tsx'
import { say, useToasts } from './feedback/toast.ts'
import { Toasts } from './feedback/Toasts.tsx'
import { useKeys } from './keys/use-keys.ts'
import { loadOverlayParts } from './overlay/parts.ts'

beforeAll(loadOverlayParts)

beforeEach(() => {
  // jsdom lays nothing out: everything counts as visible.
  Object.defineProperty(HTMLElement.prototype, 'offsetParent', { configurable: true, get: () => document.body })
  Element.prototype.scrollIntoView = () => {}
})
afterEach(() => {
  vi.useRealTimers()
  localStorage.clear()
  useToasts.setState({ toasts: [] })
})

const key = (name: string, held: Partial<KeyboardEventInit> = {}) =>
  fireEvent.keyDown(document.activeElement ?? document.body, { key: name, ...held })
const fruits = ['apple', 'banana', 'cherry', 'date', 'elder', 'fig', 'grape', 'hop', 'iris'].map((value) => ({ value, label: value }))

describe('Picker', () => {
  test('opens by keyboard, searches, selects with Enter, and restores the focus', () => {
    const onChange = vi.fn()
    render(<Picker label="Fruit" value={null} options={fruits} onChange={onChange} placeholder="Choose" />)
    const button = screen.getByRole('combobox', { name: 'Fruit' })
    button.focus()
    key('ArrowDown')
    expect(document.activeElement).toBe(screen.getByRole('combobox', { name: 'Search' }))
    fireEvent.change(document.activeElement as Element, { target: { value: 'r' } })
    key('Escape')
    key('Escape')
    expect(screen.queryByRole('listbox')).toBeNull()
    expect(document.activeElement).toBe(button)
    expect(onChange).not.toHaveBeenCalled()
    key('ArrowDown')
    key('ArrowDown')
    key('Enter')
    expect(onChange).toHaveBeenCalledWith('banana')
  })

  test('a chosen option is marked and short lists have no search', () => {
    render(<Picker label="Fruit" value="cherry" options={fruits.slice(0, 4)} onChange={() => {}} />)
    fireEvent.click(screen.getByRole('combobox'))
    expect(screen.queryByRole('searchbox')).toBeNull()
    expect(screen.getByRole('option', { selected: true }).textContent).toContain('cherry')
  })
})

describe('Menu', () => {
  const open = (onSelect: () => void, disabled = false) => {
    render(
      <MemoryRouter>
        <Menu label="Actions" entries={[{ key: 'a', label: 'Alpha' }, 'divider', { key: 'b', label: 'Beta', onSelect, disabled }]}>
          <Button>More</Button>
        </Menu>
      </MemoryRouter>,
    )
    // By keyboard: after a click of a screen reader react-aria leaves the focus where that has put it.
    screen.getByRole('button', { name: 'More' }).focus()
    key('ArrowDown')
  }
  test('arrow keys and letters move the focus, Enter runs the entry', async () => {
    const onSelect = vi.fn()
    open(onSelect)
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Alpha'))
    key('ArrowDown')
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Beta'))
    key('ArrowDown')
    key('b')
    fireEvent.click(document.activeElement as Element)
    expect(onSelect).toHaveBeenCalledOnce()
    expect(screen.queryByRole('menu')).toBeNull()
  })
  test('a submenu takes the place of the entries, and leads back', async () => {
    const onSelect = vi.fn()
    const entries = [
      { key: 'a', label: 'Alpha' },
      { key: 'more', label: 'Move', entries: [{ key: 'up', label: 'Move up', onSelect }] },
    ]
    render(
      <MemoryRouter>
        <Menu label="Actions" entries={entries}>
          <Button>More</Button>
        </Menu>
      </MemoryRouter>,
    )
    const names = () => screen.getAllByRole('menuitem').map(({ textContent }) => textContent)
    screen.getByRole('button', { name: 'More' }).focus()
    key('ArrowDown')
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Alpha'))
    key('ArrowDown')
    await waitFor(() => expect(document.activeElement?.getAttribute('aria-haspopup')).toBe('menu'))
    key('ArrowRight')
    expect([names(), screen.getByRole('menu').getAttribute('aria-label')]).toEqual([['Move up', 'Back'], 'Move'])
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Move up'))
    key('ArrowLeft')
    expect(names()).toEqual(['Alpha', 'Move'])
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Move'))
    fireEvent.click(screen.getByRole('menuitem', { name: 'Move' }))
    fireEvent.click(screen.getByRole('menuitem', { name: 'Back' }))
    fireEvent.click(screen.getByRole('menuitem', { name: 'Move' }))
    fireEvent.click(screen.getByRole('menuitem', { name: 'Move up' }))
    expect([onSelect.mock.calls.length, screen.queryByRole('menu')]).toEqual([1, null])
  })
  test('a disabled entry does nothing', () => {
    const onSelect = vi.fn()
    open(onSelect, true)
    fireEvent.click(screen.getByRole('menuitem', { name: 'Beta' }))
    expect(onSelect).not.toHaveBeenCalled()
    expect(screen.getByRole('menu')).toBeTruthy()
  })
})

describe('Dialog', () => {
  const Open = () => {
    const [open, setOpen] = useState(false)
    return (
      <>
        <Button onClick={() => setOpen(true)}>Open</Button>
        <Dialog open={open} onClose={() => setOpen(false)} title="Name it" footer={<Button>Last</Button>}>
          <input aria-label="name" />
          <Picker label="Fruit" value={null} options={fruits} onChange={() => {}} />
        </Dialog>
      </>
    )
  }
  test('takes the focus, traps Tab, and restores the focus', () => {
    render(<Open />)
    const opener = screen.getByRole('button', { name: 'Open' })
    opener.focus()
    fireEvent.click(opener)
    expect(document.activeElement).toBe(screen.getByLabelText('name'))
    screen.getByRole('button', { name: 'Last' }).focus()
    key('Tab')
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Close' }))
    key('Escape')
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(document.activeElement).toBe(opener)
  })
  test('Escape closes what opened last: first the list, then the dialog', () => {
    render(<Open />)
    fireEvent.click(screen.getByRole('button', { name: 'Open' }))
    fireEvent.click(screen.getByRole('combobox', { name: 'Fruit' }))
    key('Escape')
    expect(screen.queryByRole('listbox')).toBeNull()
    expect(screen.getByRole('dialog')).toBeTruthy()
    key('Escape')
    expect(screen.queryByRole('dialog')).toBeNull()
  })
})

test('confirm answers yes and no', async () => {
  render(<Confirm />)
  const ask = () => confirm({ title: 'Sure?', text: 'It goes.', action: 'Go' })
  let first: Promise<boolean> | undefined
  act(() => {
    first = ask()
  })
  fireEvent.click(screen.getByRole('button', { name: 'Go' }))
  expect(await first).toBe(true)
  let second: Promise<boolean> | undefined
  act(() => {
    second = ask()
  })
  key('Escape')
  expect(await second).toBe(false)
})

test('a search reports after a pause; Escape clears it at once', () => {
  vi.useFakeTimers()
  const onValue = vi.fn()
  render(<SearchInput label="Find" value="" wait={200} onValue={onValue} />)
  const input = screen.getByRole('searchbox', { name: 'Find' })
  fireEvent.change(input, { target: { value: 'sa' } })
  act(() => vi.advanceTimersByTime(150))
  fireEvent.change(input, { target: { value: 'sal' } })
  act(() => vi.advanceTimersByTime(150))
  expect(onValue).not.toHaveBeenCalled()
  act(() => vi.advanceTimersByTime(100))
  expect(onValue.mock.calls).toEqual([['sal']])
  fireEvent.keyDown(input, { key: 'Escape' })
  act(() => vi.advanceTimersByTime(250))
  expect(onValue).toHaveBeenLastCalledWith('')
})

test.each([
  ['Enter', 'New', ['New']],
  ['Escape', 'New', []],
  ['Enter', '  ', []],
  ['Enter', 'Old', []],
])('%s after typing %j in a title reports %j', (pressed, typed, reported) => {
  const onChange = vi.fn()
  render(<EditableTitle value="Old" onChange={onChange} />)
  const input = screen.getByRole('textbox')
  input.focus()
  fireEvent.change(input, { target: { value: typed } })
  key(pressed)
  expect(onChange.mock.calls.flat()).toEqual(reported)
})

test('a splitter is moved by keys within its bounds, and its position is stored', () => {
  const bounds = { initial: 240, min: 200, max: 260 }
  const Panes = () => {
    const [size, resize] = usePaneSize('test', bounds)
    return <Splitter label="Data" size={size} onResize={resize} bounds={bounds} pane="left" />
  }
  const { unmount } = render(<Panes />)
  const line = screen.getByRole('separator', { name: 'Data' })
  line.focus()
  key('ArrowRight')
  expect(line.getAttribute('aria-valuenow')).toBe('248')
  key('ArrowRight', { shiftKey: true })
  expect(line.getAttribute('aria-valuenow')).toBe('260')
  unmount()
  render(<Panes />)
  expect(screen.getByRole('separator').getAttribute('aria-valuenow')).toBe('260')
})

test('arrow keys skip disabled tabs', () => {
  const onChange = vi.fn()
  render(
    <Tabs
      label="Parts"
      value="a"
      onChange={onChange}
      tabs={[
        { key: 'a', label: 'A' },
        { key: 'b', label: 'B', disabled: true },
        { key: 'c', label: 'C' },
      ]}
    />,
  )
  screen.getByRole('tab', { name: 'A' }).focus()
  key('ArrowRight')
  expect(onChange).toHaveBeenCalledWith('c')
})

test('a toast offers to undo for eight seconds', () => {
  vi.useFakeTimers()
  const run = vi.fn()
  render(<Toasts />)
  act(() => void say('Deleted: Sales', { action: { label: 'Undo', run } }))
  act(() => vi.advanceTimersByTime(7900))
  fireEvent.click(screen.getByRole('button', { name: 'Undo' }))
  expect(run).toHaveBeenCalledOnce()
  act(() => void say('Deleted: Sales', { action: { label: 'Undo', run } }))
  act(() => vi.advanceTimersByTime(8100))
  expect(screen.queryByText('Deleted: Sales')).toBeNull()
})

test('shortcuts are off in text fields and dialogs, except those that always work', () => {
  const [search, palette] = [vi.fn(), vi.fn()]
  const Screen = ({ dialog }: { dialog: boolean }) => {
    useKeys([
      { keys: '/', label: 'Search', run: search },
      { keys: '⌘K', label: 'Palette', run: palette, always: true },
    ])
    return (
      <>
        <input aria-label="field" />
        <Dialog open={dialog} onClose={() => {}} title="x">
          <span />
        </Dialog>
      </>
    )
  }
  const { rerender } = render(<Screen dialog={false} />)
  key('/')
  expect(search).toHaveBeenCalledTimes(1)
  screen.getByLabelText('field').focus()
  key('/')
  expect(search).toHaveBeenCalledTimes(1)
  key('k', { ctrlKey: true })
  expect(palette).toHaveBeenCalledTimes(1)
  rerender(<Screen dialog />)
  key('/')
  key('k', { metaKey: true })
  expect(search).toHaveBeenCalledTimes(1)
  expect(palette).toHaveBeenCalledTimes(2)
})
