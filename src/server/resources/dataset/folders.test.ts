import { expect, test } from 'vitest'
import type { Folder } from '#api/bodies/dataset.ts'
import { foldersFault } from './folders.ts'

const id = (n: number) => `00000000-0000-4000-8000-00000000000${n}`
const known = new Set([id(1), id(2)])
const folder = (n: number, name: string, ...children: Folder[]): Folder => ({ uuid: id(n), type: 'folder', name, children })

test.each<[string, Folder[], string | undefined]>([
  ['nothing', [], undefined],
  ['columns and metrics', [{ uuid: id(1) }, { uuid: id(2), type: 'metric', name: 'count' }], undefined],
  ['folders in folders', [folder(5, 'a', folder(6, 'a', { uuid: id(1) })), folder(7, 'b')], undefined],
  [
    'a folder that says so by its name',
    [
      { uuid: id(5), name: 'a' },
      { uuid: id(6), children: [] },
    ],
    undefined,
  ],
  ['the folders of the product', [{ uuid: '255b537d-58c8-443d-9fc1-4e4dc75047e2', name: 'Metrics' }], undefined],
  ['what is no column', [folder(5, 'a', { uuid: id(3) })], `Invalid UUID: ${id(3)}`],
  ['what is no metric, under a name', [{ uuid: id(3), type: 'metric', name: 'count' }], `Invalid UUID: ${id(3)}`],
  ['a column twice', [{ uuid: id(1) }, folder(5, 'a', { uuid: id(1) })], `Duplicate UUID in folder structure: ${id(1)}`],
  ['a folder in itself', [folder(5, 'a', folder(6, 'b', folder(5, 'c')))], `Cycle detected: ${id(5)} appears in its ancestry`],
  ['two of one name', [folder(5, 'a'), folder(6, 'a')], 'Duplicate folder name: a'],
  ['a name of the product', [folder(5, 'Columns')], "Folder cannot have name 'Columns'"],
])('%s', (_name, folders, fault) => {
  expect(foldersFault(folders, known)).toEqual(fault && [fault])
})
