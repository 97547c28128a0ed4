import { afterEach, expect, test } from 'vitest'
import { useToasts } from '../../ui/feedback/toast.ts'
import { tableFile, handlePaste } from './paste-table.ts'

const now = new Date(2026, 2, 18, 14, 5)
afterEach(() => useToasts.setState({ toasts: [] }))

test.each<[string, string, string | null]>([
  ['rows of a spreadsheet', 'a\tb\r\n1\t2\r\n', 'pasted 2026-03-18 1405.tsv'],
  ['quoted cells with line ends', 'a\tb\n"x\ny"\t""\n', 'pasted 2026-03-18 1405.tsv'],
  ['delimited text', 'a;b\n1;2', 'pasted 2026-03-18 1405.csv'],
  ['one cell', '42', null],
  ['one line', 'a\tb\r\n', null],
  ['nothing', '', null],
])('%s', async (_what, text, name) => {
  const file = tableFile(text, now)
  expect(file?.name ?? null).toBe(name)
  if (file) expect(await file.text()).toBe(text)
})

const file = (name: string, type: string) => new File(['x'], name, { type })
test.each<[string, { files: File[]; text: string }, string[]]>([
  ['cells, with the picture that a spreadsheet adds', { files: [file('a.png', 'image/png')], text: 'a\tb\n1\t2' }, ['tsv']],
  ['a copied file', { files: [file('a.csv', 'text/csv')], text: '' }, ['csv']],
  ['a picture alone', { files: [file('a.png', 'image/png')], text: '' }, []],
  ['a word', { files: [], text: 'word' }, []],
])('of what is pasted: %s', (_what, pasted, endings) => {
  const taken: File[] = []
  handlePaste(pasted, (files) => void taken.push(...files))
  expect(taken.map(({ name }) => name.split('.').at(-1))).toEqual(endings)
  expect(useToasts.getState().toasts.length).toBe(endings.length === 0 ? 1 : 0)
})
