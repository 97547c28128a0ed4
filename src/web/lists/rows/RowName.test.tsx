// @vitest-environment jsdom
import { render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { expect, test, vi } from 'vitest'
import type { ListConfig, ListRow } from '../config.ts'

vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => undefined, removeEventListener: () => undefined }))
const { RowName } = await import('./RowName.tsx')

type Dataset = ListRow & { name: string; notes: object }

const config = {
  name: ({ name }) => name,
  marks: ({ notes }) => notes,
  open: ({ id }) => `/dataset/${id}`,
  icon: null,
} satisfies Partial<ListConfig<Dataset>> as unknown as ListConfig<Dataset>

test.each([
  [{ is_certified: true, certified_by: 'Kim', warning_markdown: 'Late' }, ['Certified by Kim', 'Late']],
  [{}, []],
])('beside the name are the marks of %j', (notes, marks) => {
  const { unmount } = render(
    <MemoryRouter>
      <RowName config={config} row={{ id: 1, name: 'sales', notes }} />
    </MemoryRouter>,
  )
  expect(screen.getByRole('link', { name: 'sales' }).getAttribute('href')).toBe('/dataset/1')
  expect(screen.queryAllByRole('img').map((mark) => mark.getAttribute('aria-label'))).toEqual(marks)
  unmount()
})
