// @vitest-environment jsdom
import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { FieldChoice } from './FieldChoice.tsx'
import { NoteMarks } from '../../ui/marks/NoteMarks.tsx'

test.each<[string, object | undefined, string[]]>([
  ['nothing', undefined, []],
  ['nothing said', { is_certified: false, warning_markdown: '' }, []],
  ['certified', { is_certified: true }, ['Certified']],
  ['certified by somebody', { is_certified: true, certified_by: 'Kim' }, ['Certified by Kim']],
  ['a warning', { warning_markdown: 'Not audited' }, ['Not audited']],
  ['a warning of an older metric', { warning_text: 'Rough' }, ['Rough']],
  ['both', { is_certified: true, warning_markdown: 'Late', warning_text: 'Rough' }, ['Certified', 'Late']],
])('%s', (_name, notes, marks) => {
  render(<NoteMarks of={notes} />)
  expect(screen.queryAllByRole('img').map((mark) => mark.getAttribute('aria-label'))).toEqual(marks)
})

test('a picker of columns shows their marks', () => {
  Element.prototype.scrollIntoView = () => {}
  const columns = [
    { column_name: 'price', is_dttm: false, is_certified: true, certified_by: 'Kim' },
    { column_name: 'symbol', is_dttm: false, warning_markdown: 'Old names' },
  ]
  render(<FieldChoice columns={columns} chosen={null} onChoose={() => undefined} label="Column" />)
  expect(screen.getByRole('img', { name: 'Certified by Kim' }).closest('[role=option]')?.textContent).toContain('price')
  expect(screen.getByRole('img', { name: 'Old names' }).closest('[role=option]')?.textContent).toContain('symbol')
})
