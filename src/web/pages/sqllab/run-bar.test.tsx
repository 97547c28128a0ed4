// @vitest-environment jsdom
import { fireEvent, render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { RunBar } from './RunBar.tsx'

const bar = (state: { isRunning: boolean; isStopping: boolean }) => (
  <RunBar
    {...state}
    databases={[]}
    databaseId={null}
    onDatabase={vi.fn()}
    catalogs={[]}
    catalog={null}
    onCatalog={vi.fn()}
    schemas={{ names: [], isLoading: false }}
    schema={null}
    onSchema={vi.fn()}
    limit={1000}
    limits={[1000]}
    onLimit={vi.fn()}
    canRun
    onRun={vi.fn()}
    onStop={vi.fn()}
    saveState="saved"
    tree={null}
    actions={null}
  />
)

test('Run and Stop are one button, which keeps the focus also after it stopped a statement', () => {
  const { rerender } = render(bar({ isRunning: false, isStopping: false }))
  const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Run' })
  button.focus()
  fireEvent.click(button)
  rerender(bar({ isRunning: true, isStopping: false }))
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Stop' }))
  fireEvent.click(button)
  rerender(bar({ isRunning: true, isStopping: true }))
  expect([button.disabled, button.getAttribute('aria-disabled')]).toEqual([false, 'true'])
  rerender(bar({ isRunning: false, isStopping: false }))
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Run' }))
})
