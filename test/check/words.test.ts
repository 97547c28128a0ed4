import { globSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')
const paths = globSync('src/**/*', { cwd: root })

/** Each word of the trade leads to a room: searching a path for it finds something. */
const words = [
  'dataset',
  'column',
  'metric',
  'time-grain',
  'time-range',
  'query-object',
  'query-context',
  'form-data',
  'control',
  'chart',
  'viz',
  'dashboard',
  'layout',
  'filter',
  'cross-filter',
  'data-mask',
  'scope',
  'engine',
  'dialect',
  'driver',
  'resource',
  'route',
  'adhoc-filter',
  'permission',
]
const spellings = (word: string) => [
  word,
  word.replaceAll('-', '_'),
  word.replaceAll('-', ''),
  ...(word === 'viz' ? ['charts/'] : []),
  ...(word === 'permission' ? ['pairs', 'access/'] : []),
]

test.each(words)('%s', (word) => {
  const found = paths.filter((path) => spellings(word).some((spelling) => path.toLowerCase().includes(spelling)))
  expect(found).not.toEqual([])
})
