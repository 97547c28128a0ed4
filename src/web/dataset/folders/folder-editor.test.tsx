// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { Confirm } from '../../ui/overlay/Confirm.tsx'
import { DatasetSheet } from '../DatasetSheet.tsx'
import { storedDataset } from '../stored-sample.ts'

const sent: { folders?: { name: string; children: unknown[] }[] }[] = []
let stored: object = {}
const json = (body: unknown) => new Response(JSON.stringify(body), { headers: { etag: '"1"' } })

beforeEach(() => {
  Element.prototype.scrollIntoView = () => {}
  vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => {
    if (url.includes('csrf_token')) return json({ result: 'token' })
    if (init.method === 'PUT') sent.push(JSON.parse(String(init.body)) as (typeof sent)[number])
    return json({ id: 5, result: { ...storedDataset.wire, ...stored } })
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
  sent.length = 0
  stored = {}
})

const open = async () => {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <DatasetSheet id={5} onClose={() => {}} />
      <Confirm />
    </QueryClientProvider>,
  )
  await screen.findByRole('dialog', { name: 'Edit dataset gapminder' })
  fireEvent.click(screen.getByRole('tab', { name: /^Folders/ }))
  return within(screen.getByRole('list', { name: 'Folders' }))
}
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }))
const choose = async (name: string) => fireEvent.click(await screen.findByRole('menuitem', { name }))
const lines = () => within(screen.getByRole('list', { name: 'Folders' })).getAllByRole('listitem')
const save = async () => {
  fireEvent.submit(document.querySelector('form') as HTMLFormElement)
  fireEvent.click(await screen.findByRole('button', { name: 'OK' }))
  await waitFor(() => expect(sent).toHaveLength(1))
}

const id = (end: string) => `00000000-0000-4000-8000-0000000000${end}`
const folder = (name: string, n: number, ...children: object[]) => ({
  uuid: `00000000-0000-4000-8000-00000000000${n}`,
  type: 'folder',
  name,
  children,
})

describe('the folders of a dataset', () => {
  test('fields are put into a new folder one by one and several at once, and saved', async () => {
    await open()
    press('Move Decade')
    await choose('In a new folder')
    fireEvent.click(screen.getByRole('checkbox', { name: 'Select COUNT(*)' }))
    fireEvent.click(screen.getByRole('checkbox', { name: 'Select year_date' }))
    press('Move 2 to…')
    await choose('In a new folder')
    await save()
    expect(sent[0]?.folders).toMatchObject([
      { type: 'folder', name: 'New folder', children: [{ uuid: id('c2'), type: 'column' }] },
      {
        name: 'New folder 2',
        children: [
          { uuid: id('a7'), type: 'metric' },
          { uuid: id('c1'), type: 'column' },
        ],
      },
    ])
  })

  test('folders are moved, nested and removed from their menu; two of one name are refused', async () => {
    stored = { folders: [folder('A', 1, { uuid: id('c1'), type: 'column' }), folder('B', 2), folder('C', 3)] }
    await open()
    press('Actions of folder C')
    await choose('Move up')
    press('Actions of folder B')
    await choose('Move into')
    await choose('A')
    press('Actions of folder C')
    await choose('Remove the folder')
    expect(lines().map((line) => line.getAttribute('data-depth'))).toEqual(['0', '1', '1', null, '0', '0'])
    press('Actions of folder A')
    await choose('New folder inside')
    const name = screen.getByRole('textbox', { name: 'Name of folder New folder' })
    fireEvent.focus(name)
    fireEvent.change(name, { target: { value: 'B' } })
    fireEvent.blur(name)
    fireEvent.submit(document.querySelector('form') as HTMLFormElement)
    expect((await screen.findByRole('alert')).textContent).toBe('Two folders in one place are named “B”.')
    expect(sent).toEqual([])
  })

  test('a field is dropped on a folder', async () => {
    stored = { folders: [folder('A', 1)] }
    const list = await open()
    const data = new Map<string, string>()
    const dataTransfer = {
      setData: (type: string, value: string) => data.set(type, value),
      getData: (type: string) => data.get(type) ?? '',
      get types() {
        return [...data.keys()]
      },
    }
    const line = (text: string) => list.getByText(text).closest('li') as HTMLElement
    fireEvent.dragStart(line('decade'), { dataTransfer })
    const target = list.getByRole('button', { name: 'A' }).closest('li') as HTMLElement
    fireEvent.dragOver(target, { dataTransfer })
    fireEvent.drop(target, { dataTransfer })
    await save()
    expect(sent[0]?.folders).toMatchObject([{ name: 'A', children: [{ uuid: id('c2') }] }])
  })

  test('a search finds fields in closed folders', async () => {
    stored = { folders: [folder('A', 1, { uuid: id('c1'), type: 'column' }), folder('B', 2)] }
    const list = await open()
    fireEvent.click(list.getByRole('button', { name: 'A' }))
    expect(screen.queryByText('year_date')).toBeNull()
    fireEvent.change(screen.getByRole('searchbox', { name: 'Search fields' }), { target: { value: 'year' } })
    expect(await screen.findByText('year_date')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'B' })).toBeNull()
  })

  test('a dataset that is managed elsewhere shows its folders and nothing that changes them', async () => {
    stored = { is_managed_externally: true, folders: [folder('A', 1, { uuid: id('c1'), type: 'column' })] }
    const list = await open()
    expect(list.getByText('year_date')).toBeTruthy()
    expect(list.queryByRole('textbox')).toBeNull()
    expect(list.queryByRole('checkbox')).toBeNull()
    expect(list.queryByRole('button', { name: /^(Move|Actions)/ })).toBeNull()
  })
})
