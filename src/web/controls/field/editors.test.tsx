// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { beforeAll, expect, test, vi } from 'vitest'
import type { ColumnKind, DatasetFacts } from '#charts/control.ts'
import { loadOverlayParts } from '../../ui/overlay/parts.ts'
import { ColumnEditor } from '../column/ColumnEditor.tsx'
import { defaultSurface, SurfaceContext } from '../control-props.ts'
import { MetricEditor } from '../metric/MetricEditor.tsx'

vi.hoisted(() => {
  window.matchMedia = (() => ({ matches: false, addEventListener: () => {}, removeEventListener: () => {} })) as never
})
beforeAll(loadOverlayParts)
const dataset: DatasetFacts = {
  id: 3,
  columns: [{ column_name: 'genre', type: 'TEXT', is_dttm: false }],
  metrics: [],
  main_dttm_col: null,
}
const actions = { onDone: () => {}, onCancel: () => {} }
const columns = (wanted?: ColumnKind) => <ColumnEditor value={null} dataset={dataset} wanted={wanted} onColumn={() => {}} {...actions} />
const metrics = <MetricEditor value={null} dataset={dataset} onMetric={() => {}} {...actions} />

const open = (editor: ReactNode, tab: string, createDataset: (() => void) | null) => {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <SurfaceContext value={{ ...defaultSurface, createDataset }}>{editor}</SurfaceContext>
    </QueryClientProvider>,
  )
  fireEvent.click(screen.getByRole('tab', { name: tab }))
}

test.each([
  [columns(), 'Saved', ['No saved expressions found', 'Add calculated columns to the dataset', 'to add calculated columns']],
  [columns('temporal'), 'Saved', ['No temporal columns found', 'Add calculated temporal columns', 'to mark a column as a time column']],
  [columns('temporal'), 'Simple', ['No temporal columns found', 'Mark a column as temporal', 'to mark a column as a time column']],
  [metrics, 'Saved', ['No saved metrics found', 'Add metrics to the dataset', 'to add metrics']],
] as const)(
  '%#: a dataset without what is listed is to be edited, and one is to be made of a query',
  (editor, tab, [title, hint, purpose]) => {
    open(editor, tab, null)
    expect(screen.getByText(title, { exact: false }).textContent).toContain(hint)
    expect(screen.queryByRole('button', { name: 'Create a dataset' })).toBeNull()
    cleanup()
    const createDataset = vi.fn()
    open(editor, tab, createDataset)
    expect(screen.getByText(title, { exact: false }).textContent).toContain(`Create a dataset ${purpose}`)
    fireEvent.click(screen.getByRole('button', { name: 'Create a dataset' }))
    expect(createDataset).toHaveBeenCalledOnce()
  },
)

test('a chosen column is previewed, and kept by Save alone', () => {
  const [onColumn, onDone] = [vi.fn(), vi.fn()]
  open(
    <ColumnEditor value={null} dataset={dataset} wanted={undefined} onColumn={onColumn} onDone={onDone} onCancel={() => {}} />,
    'Simple',
    null,
  )
  const save = screen.getByRole<HTMLButtonElement>('button', { name: 'Save' })
  expect(save.disabled).toBe(true)
  fireEvent.click(screen.getByRole('option', { name: /genre/ }))
  expect(onColumn).toHaveBeenCalledWith('genre')
  expect(onDone).not.toHaveBeenCalled()
  fireEvent.click(save)
  expect(onDone).toHaveBeenCalledOnce()
})
