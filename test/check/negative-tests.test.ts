import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { negativeTests } from './negative-tests.ts'

const root = join(import.meta.dirname, '../..')

/** How many tests the catalogue has of each area. */
const counts = { A: 9, B: 14, C: 6, D: 5, E: 6, F: 6, G: 5, H: 3, I: 7, J: 6, K: 6, L: 6, M: 4, N: 9, O: 6 }

test('every negative test of the catalogue is in the table', () => {
  const ids = Object.entries(counts).flatMap(([area, count]) => Array.from({ length: count }, (_, i) => `${area}${i + 1}`))
  expect(Object.keys(negativeTests)).toEqual(ids)
})

test.each(Object.entries(negativeTests))('%s is tested where the table says, or says why not', (_id, entry) => {
  if ('unbuilt' in entry) {
    expect(entry.unbuilt).toMatch(/^There are no|^Statements|^Pictures/)
    return
  }
  expect(entry.tests.length).toBeGreaterThan(0)
  for (const [file, title] of entry.tests) {
    expect(existsSync(join(root, file)), file).toBe(true)
    expect(readFileSync(join(root, file), 'utf8').includes(title), `${file}: ${title}`).toBe(true)
  }
})
