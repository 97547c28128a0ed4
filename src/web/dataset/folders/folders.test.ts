import { describe, expect, test } from 'vitest'
import { datasetPatch } from '#api/bodies/dataset.ts'
import { defaultFolders } from '#core/layout/wire/dataset-folders.ts'
import {
  canMoveInto,
  folderFaults,
  moveFolder,
  newFolder,
  newUuid,
  placeItems,
  readFolders,
  removeFolder,
  shiftFolder,
  writeFolders,
  type FolderDraft,
} from './folders.ts'

const id = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`
const kinds = new Map([
  [id(1), 'column' as const],
  [id(2), 'column' as const],
  [id(3), 'metric' as const],
])
const folder = (
  n: number,
  name: string,
  { parent = null, items = [] }: { parent?: string | null; items?: string[] } = {},
): FolderDraft => ({
  uuid: id(n),
  name,
  description: null,
  parent,
  items,
})
const names = (folders: FolderDraft[]) => {
  const below = (parent: string | null): unknown[] =>
    folders.filter((one) => one.parent === parent).map((one) => [one.name, ...one.items, ...below(one.uuid)])
  return below(null)
}

const stored = [
  {
    uuid: id(10),
    type: 'folder',
    name: 'Money',
    description: 'what it costs',
    children: [
      { uuid: id(3), type: 'metric' },
      { uuid: id(11), type: 'folder', name: 'Tax', children: [{ uuid: id(1), type: 'column' }] },
    ],
  },
  { uuid: id(12), type: 'folder', name: 'Empty', children: [] },
]

test('stored folders are read and written back the same', () => {
  const read = readFolders(stored)
  expect(names(read)).toEqual([['Money', id(3), ['Tax', id(1)]], ['Empty']])
  expect(writeFolders(read, kinds)).toEqual(stored)
  expect(datasetPatch.safeParse({ folders: writeFolders(read, kinds) }).success).toBe(true)
})

test.each<[string, unknown]>([
  ['nothing', null],
  ['the folders of all metrics and columns', [{ uuid: defaultFolders.metrics, type: 'folder', name: 'Metrics', children: [] }]],
  ['what is no folder', [{ uuid: id(1), type: 'column' }, 7, null]],
])('%s makes no folder', (_, wire) => expect(readFolders(wire)).toEqual([]))

test('columns and metrics that are no more are not sent', () => {
  expect(writeFolders([folder(10, 'a', { items: [id(1), id(99)] })], kinds)[0]?.children).toEqual([{ uuid: id(1), type: 'column' }])
})

describe('changes', () => {
  const nested = [folder(10, 'a', { items: [id(1)] }), folder(11, 'b', { parent: id(10), items: [id(2)] }), folder(12, 'c')]
  test('a column is in one folder only', () => {
    expect(names(placeItems(nested, [id(1), id(3)], id(12)))).toEqual([
      ['a', ['b', id(2)]],
      ['c', id(1), id(3)],
    ])
    expect(names(placeItems(nested, [id(2)], null))).toEqual([['a', id(1), ['b']], ['c']])
  })

  test('a removed folder leaves what was in it to the folder around it', () => {
    expect(names(removeFolder(nested, id(11)))).toEqual([['a', id(1), id(2)], ['c']])
    expect(names(removeFolder(nested, id(10)))).toEqual([['b', id(2)], ['c']])
  })

  test.each<[string, FolderDraft[], unknown[]]>([
    ['before another', moveFolder(nested, id(12), { parent: null, before: id(10) }), [['c'], ['a', id(1), ['b', id(2)]]]],
    ['into another', moveFolder(nested, id(12), { parent: id(11) }), [['a', id(1), ['b', id(2), ['c']]]]],
    ['out of another', moveFolder(nested, id(11), { parent: null }), [['a', id(1)], ['c'], ['b', id(2)]]],
    ['into itself is nothing', moveFolder(nested, id(10), { parent: id(11) }), [['a', id(1), ['b', id(2)]], ['c']]],
    ['up', shiftFolder(nested, id(12), -1), [['c'], ['a', id(1), ['b', id(2)]]]],
    ['down', shiftFolder(nested, id(10), 1), [['c'], ['a', id(1), ['b', id(2)]]]],
    ['up at the start is nothing', shiftFolder(nested, id(10), -1), [['a', id(1), ['b', id(2)]], ['c']]],
  ])('a folder moved %s', (_, folders, expected) => expect(names(folders)).toEqual(expected))

  test('a chain of folders ends where the server stores no deeper one', () => {
    const chain = Array.from({ length: 7 }, (_, i) => folder(20 + i, `level ${i}`, { parent: i === 0 ? null : id(19 + i) }))
    expect(datasetPatch.safeParse({ folders: writeFolders([...chain.slice(0, 6), { ...chain[6]!, items: [id(1)] }], kinds) }).success).toBe(
      true,
    )
    expect(canMoveInto([...chain, folder(40, 'x')], id(40), id(25))).toBe(true)
    expect(canMoveInto([...chain, folder(40, 'x')], id(40), id(26))).toBe(false)
  })

  test('new folders have names and ids of their own', () => {
    const first = newFolder([], null)
    expect(newFolder([first], null).name).toBe('New folder 2')
    expect(newFolder([first], first.uuid).name).toBe('New folder')
    expect(datasetPatch.safeParse({ folders: [{ uuid: newUuid(), name: 'a' }] }).success).toBe(true)
  })
})

test.each<[string, FolderDraft[], string[]]>([
  ['two of one name', [folder(10, 'a'), folder(11, 'a')], ['Two folders in one place are named “a”.']],
  ['one name in two places', [folder(10, 'a'), folder(11, 'a', { parent: id(10) })], []],
  ['a name of the product', [folder(10, 'Metrics')], ['A folder cannot be named “Metrics”.']],
])('%s', (_, folders, texts) => expect(folderFaults(folders).map(({ text }) => text)).toEqual(texts))
