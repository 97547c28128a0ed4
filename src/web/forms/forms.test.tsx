// @vitest-environment jsdom
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { createMemoryRouter, Outlet } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { chartPatch } from '#api/bodies/chart.ts'
import { CallError } from '../data/call-error.ts'
import { confirmLeavingForm, useNavigationGuard } from '../window/use-leave-guard.ts'
import { Confirm } from '../ui/overlay/Confirm.tsx'
import { loadOverlayParts } from '../ui/overlay/parts.ts'
import { emptyText } from './field-text.ts'
import { AreaField, TextField } from './FormField.tsx'
import { FormSheet } from './FormFrame.tsx'
import { useEditForm } from './use-edit-form.ts'
import { integerOf } from './values.ts'

const save = vi.fn<(values: Values) => Promise<void>>()
const onSaved = vi.fn()

type Values = { slice_name: string; description: string; cache_timeout: string; rows: { key: string; label: string }[] }
const start: Values = { slice_name: 'Sales', description: '', cache_timeout: '', rows: [{ key: 'a', label: 'one' }] }

const Form = ({ onClose }: { onClose: () => void }) => {
  const [isOpen, setOpen] = useState(false)
  const form = useEditForm({
    start,
    body: {
      of: ({ slice_name, description, cache_timeout }) => ({ slice_name, description, cache_timeout: integerOf(cache_timeout) }),
      schema: chartPatch,
    },
    check: ({ slice_name }) => (slice_name.trim() ? [] : [{ path: 'slice_name', text: emptyText() }]),
    lists: ['rows'],
    reveal: (path) => setOpen(path.startsWith('rows.')),
    save,
    onSaved: () => {
      setTimeout(() => {
        onClose()
        onSaved()
      })
    },
  })
  return (
    <FormSheet form={form} id="chart" title="Chart" onClose={onClose}>
      <TextField form={form} name="slice_name" label="Name" required />
      <AreaField form={form} name="description" label="Description" hint="Markdown" />
      <TextField form={form} name="cache_timeout" label="Cache timeout" />
      {isOpen && <TextField form={form} name="rows.0.label" label="Row label" />}
    </FormSheet>
  )
}

const Frame = () => {
  useNavigationGuard()
  return (
    <>
      <Outlet />
      <Confirm />
    </>
  )
}

const Page = () => {
  const [isOpen, setOpen] = useState(true)
  return isOpen ? <Form onClose={() => setOpen(false)} /> : <p>closed</p>
}

const open = () => {
  const router = createMemoryRouter([
    {
      element: <Frame />,
      children: [
        { path: '/', element: <Page /> },
        { path: '/other', element: <p>other</p> },
      ],
    },
  ])
  render(<RouterProvider router={router} />)
  return router
}

const field = (name: string) => screen.getByRole('textbox', { name })
const type = (name: string, value: string) => fireEvent.change(field(name), { target: { value } })
const button = (name: string) => screen.getByRole('button', { name })
const submit = () => fireEvent.submit(document.querySelector('form') as HTMLFormElement)
const noteOf = (name: string) => document.getElementById(field(name).getAttribute('aria-describedby') ?? '')?.textContent

beforeAll(loadOverlayParts)

beforeEach(() => {
  Object.defineProperty(HTMLElement.prototype, 'offsetParent', { configurable: true, get: () => document.body })
  Element.prototype.scrollIntoView = () => {}
  save.mockResolvedValue(undefined)
})
afterEach(() => vi.resetAllMocks())

describe('saving', () => {
  test('only what is changed can be saved', async () => {
    open()
    expect(button('Save')).toHaveProperty('disabled', true)
    type('Name', 'Profit')
    await waitFor(() => expect(button('Save')).toHaveProperty('disabled', false))
    type('Name', 'Sales')
    await waitFor(() => expect(button('Save')).toHaveProperty('disabled', true))
    type('Name', 'Profit')
    submit()
    await screen.findByText('closed')
    expect(save.mock.calls[0]?.[0]).toMatchObject({ slice_name: 'Profit' })
    expect(onSaved).toHaveBeenCalledOnce()
  })

  test('nothing invalid is sent: schema errors are shown at their fields, and the first gets the focus', async () => {
    open()
    type('Cache timeout', 'soon')
    type('Name', ' ')
    submit()
    await waitFor(() => expect(field('Name').getAttribute('aria-invalid')).toBe('true'))
    await waitFor(() => expect(document.activeElement).toBe(field('Name')))
    expect([noteOf('Name'), noteOf('Description'), noteOf('Cache timeout')]).toEqual([
      'cannot be empty',
      'Markdown',
      'is expected to be an integer',
    ])
    expect(save).not.toHaveBeenCalled()
    type('Name', 'Profit')
    await waitFor(() => expect(field('Name').getAttribute('aria-invalid')).toBeNull())
  })

  test.each([
    ['on its field', { message: { cache_timeout: ['Too short.'] } }, 'Cache timeout', 'Too short.'],
    ['on a field that is folded away', { message: { rows: { 0: { label: ['Taken.'] } } } }, 'Row label', 'Taken.'],
  ])('an error of the server lands %s', async (_where, body, name, text) => {
    save.mockRejectedValueOnce(new CallError(422, body, 'failed'))
    open()
    type('Name', 'Profit')
    submit()
    await waitFor(() => expect(document.activeElement).toBe(screen.queryByRole('textbox', { name })))
    expect(noteOf(name)).toBe(text)
    submit()
    await screen.findByText('closed')
  })

  test('the fields take nothing while they are saved; after a failure, the focus is where it was', async () => {
    let fail = () => {}
    save.mockReturnValueOnce(new Promise((_resolve, reject) => (fail = () => reject(new CallError(0, null, 'Network error.')))))
    open()
    type('Name', 'Profit')
    field('Name').focus()
    submit()
    await waitFor(() => expect(document.querySelector('form')?.hasAttribute('inert')).toBe(true))
    field('Name').blur()
    await act(async () => fail())
    await screen.findByRole('alert')
    expect(document.querySelector('form')?.hasAttribute('inert')).toBe(false)
    expect(document.activeElement).toBe(field('Name'))
    submit()
    await screen.findByText('closed')
  })

  test.each([
    ['for a field that the form lacks', new CallError(422, { message: { uuid: ['Not a valid UUID.'] } }, 'failed'), 'Not a valid UUID.'],
    ['for a list as a whole', new CallError(422, { message: { rows: ['Too many.'] } }, 'failed'), 'Too many.'],
    ['without an answer', new CallError(0, null, 'Network error.'), 'Network error.'],
  ])('an error %s stands at the top, and what was typed stays', async (_what, error, text) => {
    save.mockRejectedValueOnce(error)
    open()
    type('Name', 'Profit')
    submit()
    expect((await screen.findByRole('alert')).textContent).toBe(text)
    expect(field('Name')).toHaveProperty('value', 'Profit')
    submit()
    await screen.findByText('closed')
    expect(save).toHaveBeenCalledTimes(2)
  })
})

describe('leaving', () => {
  const warns = () => {
    const event = new Event('beforeunload', { cancelable: true })
    window.dispatchEvent(event)
    return event.defaultPrevented
  }

  test('an unchanged form closes at once', async () => {
    open()
    expect(warns()).toBe(false)
    fireEvent.click(button('Cancel'))
    await screen.findByText('closed')
  })

  test.each([
    ['Cancel', () => fireEvent.click(button('Cancel'))],
    ['the cross', () => fireEvent.click(button('Close'))],
    ['Escape', () => fireEvent.keyDown(document.body, { key: 'Escape' })],
  ])('changes are asked about: %s', async (_by, leave) => {
    open()
    type('Name', 'Profit')
    leave()
    const question = await screen.findByRole('alertdialog')
    expect(question.textContent).toContain('Leave without saving?')
    const answers = question.querySelectorAll('button')
    fireEvent.click([...answers].find(({ textContent }) => textContent === 'Cancel') as Element)
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect(field('Name')).toHaveProperty('value', 'Profit')
    leave()
    await screen.findByRole('alertdialog')
    fireEvent.click(button('Leave'))
    await screen.findByText('closed')
    await waitFor(() => expect(warns()).toBe(false))
  })

  test('a saved form closes without confirmation, also by a navigation that closing causes', async () => {
    const router = open()
    onSaved.mockImplementation(() => void router.navigate('/other'))
    type('Name', 'Profit')
    submit()
    await screen.findByText('other')
    expect(screen.queryByRole('alertdialog')).toBeNull()
  })

  test('navigation and closing the tab are guarded, and another form asks first', async () => {
    const router = open()
    type('Name', 'Profit')
    await waitFor(() => expect(warns()).toBe(true))
    act(() => void router.navigate('/other'))
    fireEvent.click(await screen.findByRole('button', { name: 'Leave' }))
    await screen.findByText('other')
    await waitFor(() => expect(warns()).toBe(false))
    expect(await confirmLeavingForm()).toBe(true)
  })
})
