// @vitest-environment jsdom
import { Text } from '@codemirror/state'
import { render, screen } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { CodeEditor } from './CodeEditor.tsx'
import { faultSpan } from './faults.ts'
import { languageOf } from './languages.ts'
import { sqlLanguage } from './sql.ts'

const text = Text.of(['SUM(a) +', 'SUM(b)'])

describe('a fault marks', () => {
  test.each([
    [{ line: 2, from: 4, to: 5 }, 'b'],
    [{ line: 1 }, 'SUM(a) +'],
    [{ line: 1, from: 4, to: 99 }, 'a) +'],
    [{ line: 2, from: 9, to: 9 }, ')'],
    [{ line: 7, from: 0, to: 1 }, 'SUM(a) +\nSUM(b)'],
    [{}, 'SUM(a) +\nSUM(b)'],
  ])('%j', (place, marked) => {
    const { from, to } = faultSpan(text, { message: 'x', ...place })
    expect(text.sliceString(from, to)).toBe(marked)
  })
  test('nothing in an empty text', () => expect(faultSpan(Text.empty, { message: 'x', line: 1 })).toEqual({ from: 0, to: 0 }))
})

test('an editor underlines faults with their messages, and takes them away', () => {
  const faults = [{ message: 'no such column', line: 1, from: 4, to: 8 }]
  const editor = { value: 'SUM(gone)', onChange: () => {}, language: sqlLanguage('duckdb'), label: 'SQL' }
  const { rerender } = render(<CodeEditor {...editor} faults={faults} />)
  expect(screen.getByTitle('no such column').textContent).toBe('gone')
  expect(screen.getByRole('textbox').getAttribute('aria-invalid')).toBe('true')
  rerender(<CodeEditor {...editor} faults={[]} />)
  expect(screen.queryByTitle('no such column')).toBeNull()
  expect(screen.getByRole('textbox').getAttribute('aria-invalid')).toBeNull()
})

test.each([
  ['css', '.card { color: #fff; /* x */', ['.card', 'color', '#fff', '/* x */']],
  ['json', '"a": 4', ['"a"', '4']],
  ['handlebars', '<b>{{name}}</b>', ['<b>', '{{name}}', '</b>']],
  ['markdown', '# Title', ['# Title']],
  ['javascript', "a: 'x' // y", ["'x'", '// y']],
] as const)('%s has colours for its parts', (language, value, parts) => {
  render(<CodeEditor value={value} onChange={() => {}} language={languageOf(language)} label="Code" />)
  const colored = [...document.querySelectorAll('.cm-line span')].map((part) => part.textContent)
  expect(colored).toEqual(parts)
})
