import { expect, test } from 'vitest'
import { restoreRows } from './restore-rows.ts'

const rows = Array.from({ length: 20 }, (_, id) => ({ id }))
const name = ({ id }: { id: number }) => `chart ${id}`

test('what can be brought back is, also after a row that cannot', async () => {
  const restored: number[] = []
  let atOnce = 0
  let most = 0
  const restore = async (id: number) => {
    most = Math.max(most, ++atOnce)
    await Promise.resolve()
    atOnce -= 1
    if (id === 3) throw new Error('No room')
    restored.push(id)
  }
  expect(await restoreRows(rows, { restore, name })).toEqual(['chart 3: No room'])
  expect(restored.toSorted((a, b) => a - b)).toEqual(rows.map(({ id }) => id).filter((id) => id !== 3))
  expect(most).toBe(6)
})
