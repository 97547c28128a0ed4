// @vitest-environment jsdom
import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { ListConfig } from '../config.ts'
import { RowActions } from './RowActions.tsx'

type Row = { id: number }

const config = (rights: Pick<ListConfig<Row>, 'entries' | 'canEdit' | 'remove'>): ListConfig<Row> => ({
  id: 'things',
  title: 'Things',
  noun: () => 'thing',
  list: () => ({ queryKey: [], queryFn: async () => ({ count: 0, result: [] }) }),
  refresh: async () => {},
  count: () => ({ queryKey: [], queryFn: async () => 0 }),
  search: { col: 'name', opr: 'ct', label: 'Search' },
  filters: [],
  sorts: [],
  defaults: { sort: 'name', direction: 'asc', cards: false },
  name: () => 'A thing',
  open: () => '/',
  icon: null,
  shown: [],
  actions: null,
  empty: { title: '', text: '' },
  ...rights,
})

const remove = { one: async () => {}, failure: () => '' }
const edit = { key: 'edit', label: 'Edit', onSelect: () => {} }

test.each([
  ['nothing', { entries: () => [], canEdit: () => true }, 0],
  ['an entry', { entries: () => [edit], canEdit: () => false }, 1],
  ['deleting', { entries: () => [], canEdit: () => true, remove }, 1],
  ['deleting, where others own the row', { entries: () => [], canEdit: () => false, remove }, 0],
])('a row that offers %s has a menu only if it has entries', (_name, rights, menus) => {
  render(<RowActions config={config(rights)} row={{ id: 1 }} onRemove={() => {}} />)
  expect(screen.queryAllByRole('button', { name: 'Actions of A thing' })).toHaveLength(menus)
})
