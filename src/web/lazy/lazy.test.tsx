// @vitest-environment jsdom
import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { ErrorBoundary } from '../ui/feedback/ErrorBoundary.tsx'
import { useToasts } from '../ui/feedback/toast.ts'
import { lazyCompanion, lazyDialog, lazyPart, lazyCompact } from './lazy-part.tsx'
import { loadCode, LoadFault, reportLoadFault } from './load-fault.ts'

const entry = './assets/index-one.js'
const server = vi.fn<() => Promise<Response>>()
const pageWith = (script: string) => () => Promise.resolve(new Response(`<script type="module" src="${script}"></script>`))

beforeEach(() => {
  document.head.innerHTML = `<script type="module" src="${entry}"></script>`
  server.mockImplementation(pageWith(entry))
  vi.stubGlobal('fetch', server)
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
})
afterEach(() => {
  useToasts.setState({ toasts: [] })
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const Word = ({ word }: { word: string }) => <p>{word}</p>

/** A load that fails so many times before it works. */
const failing = <T,>(times: number, value: T) => {
  let left = times
  return vi.fn(async () => {
    if (left-- > 0) throw new TypeError('Failed to fetch dynamically imported module')
    return value
  })
}

describe('a part', () => {
  test('is drawn when its code has loaded, and loaded once', async () => {
    const load = failing(0, Word)
    const Part = lazyPart(load, { pending: ({ word }) => <i>waiting for {word}</i> })
    render(<Part word="one" />)
    expect(screen.getByText('waiting for one')).toBeTruthy()
    expect(await screen.findByText('one')).toBeTruthy()
    render(<Part word="two" />)
    expect(await screen.findByText('two')).toBeTruthy()
    expect(load).toHaveBeenCalledTimes(1)
  })

  test('that was lost once is requested again by itself', async () => {
    const Part = lazyPart(failing(1, Word))
    render(<Part word="late" />)
    expect(await screen.findByText('late')).toBeTruthy()
    expect(screen.queryByRole('alert')).toBeNull()
  })

  test('that did not load says so in its place, and loads on retry', async () => {
    const Part = lazyPart(failing(4, Word))
    render(<Part word="late" />)
    for (let tries = 0; tries < 2; tries++) fireEvent.click(await screen.findByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('late')).toBeTruthy()
    expect(screen.queryByRole('alert')).toBeNull()
  })

  test('that did not load is requested again when the network is back', async () => {
    const Part = lazyPart(failing(2, Word))
    render(<Part word="late" />)
    await screen.findByRole('alert')
    window.dispatchEvent(new Event('online'))
    expect(await screen.findByText('late')).toBeTruthy()
  })

  test('that did not load is requested again when it is drawn again', async () => {
    const Part = lazyPart(failing(2, Word))
    const { unmount } = render(<Part word="late" />)
    await screen.findByRole('alert')
    unmount()
    render(<Part word="late" />)
    expect(await screen.findByText('late')).toBeTruthy()
  })

  test('of a replaced build offers to reload the page', async () => {
    server.mockImplementation(pageWith('./assets/index-two.js'))
    const Part = lazyPart(failing(1, Word))
    render(<Part word="old" />)
    expect(await screen.findByRole('button', { name: 'Reload' })).toBeTruthy()
    expect(screen.getByRole('alert').textContent).toContain('A newer version is available')
  })

  test('that throws while rendering is handled by the error boundary above', async () => {
    const Part = lazyPart(async () => () => {
      throw new Error('a bug')
    })
    render(
      <ErrorBoundary fallback={(error) => <p>{String(error)}</p>}>
        <Part />
      </ErrorBoundary>,
    )
    expect(await screen.findByText('Error: a bug')).toBeTruthy()
  })
})

test('a compact part that did not load is one button in its row, and loads when it is pressed or the network is back', async () => {
  const Pressed = lazyCompact(failing(2, Word))
  const BackOnline = lazyCompact(failing(4, Word))
  render(
    <>
      <Pressed word="pressed" />
      <BackOnline word="online" />
    </>,
  )
  const [button] = await screen.findAllByRole('button', { name: 'Try again' })
  expect(screen.queryByRole('alert')).toBeNull()
  if (button) fireEvent.click(button)
  expect(await screen.findByText('pressed')).toBeTruthy()
  await screen.findByRole('button', { name: 'Try again' })
  window.dispatchEvent(new Event('online'))
  await waitFor(() => expect(screen.queryByRole('button')).toBeNull())
})

test('of two parts side by side, one says that they did not load, and the other loads with it', async () => {
  const Part = lazyPart(failing(2, Word))
  const Companion = lazyCompanion(failing(2, Word))
  render(
    <>
      <Companion word="tools" />
      <Part word="table" />
    </>,
  )
  await screen.findByRole('alert')
  await waitFor(() => expect(screen.queryByText('tools')).toBeNull())
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('table')).toBeTruthy()
  expect(await screen.findByText('tools')).toBeTruthy()
})

test('a dialog that did not load closes, says so, and opens the next time', async () => {
  const Dialog = lazyDialog(failing(2, ({ onClose }: { onClose: () => void }) => <button onClick={onClose}>a dialog</button>))
  const onClose = vi.fn()
  const { unmount } = render(<Dialog onClose={onClose} />)
  await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1))
  expect(useToasts.getState().toasts.map(({ text }) => text)).toEqual(['This part of the page could not be loaded.'])
  unmount()
  render(<Dialog onClose={onClose} />)
  expect(await screen.findByText('a dialog')).toBeTruthy()
})

describe('why code did not load', () => {
  const faultOf = () => loadCode(() => Promise.reject(new TypeError('failed'))).catch((fault: unknown) => fault as LoadFault)

  test.each([
    ['the server has the same build', pageWith(entry), false],
    ['the server has another build', pageWith('./assets/index-two.js'), true],
    ['the server cannot be reached', () => Promise.reject(new TypeError('Failed to fetch')), false],
    ['the server is in trouble', () => Promise.resolve(new Response('sorry', { status: 502 })), false],
  ])('%s', async (_name, answer, isOutdated) => {
    server.mockImplementation(answer)
    const fault = await faultOf()
    expect(fault).toBeInstanceOf(LoadFault)
    expect(fault).toMatchObject({ isOutdated })
  })

  test('many missing parts of an old build make one offer to reload', async () => {
    server.mockImplementation(pageWith('./assets/index-two.js'))
    for (let i = 0; i < 3; i++) reportLoadFault(await faultOf())
    expect(useToasts.getState().toasts).toMatchObject([{ lasts: 0, action: { label: 'Reload' } }])
  })
})
