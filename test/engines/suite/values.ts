import { expect, test } from 'vitest'
import { coltypes, edgeTypes, parsed } from './edge-types.ts'
import type { Stage } from './subject.ts'

export const valueTests = ({ traits, q, run }: Stage) => {
  test('types: integers beyond 2^53, decimals, NaN, infinities, dates, instants, text of all kinds', async () => {
    const answer = await run(`SELECT * FROM ${q('edge_types')} ORDER BY ${q('id')}`)
    expect(answer.colnames).toEqual(Object.keys(coltypes))
    expect(answer.coltypes).toEqual(answer.colnames.map((name) => traits.coltypes?.[name] ?? coltypes[name as keyof typeof coltypes]))
    expect([answer.rowcount, answer.sqlRowcount, answer.truncated]).toEqual([8, 8, false])
    expect(answer.nativeTypes[0]).toBe(traits.integerType)
    const expected = edgeTypes.map((row) =>
      Object.fromEntries(
        Object.entries(row).map(([name, known]) => {
          const stored = traits.stored?.[name]
          return [name, stored && row.id in stored ? stored[row.id] : known]
        }),
      ),
    )
    expect(parsed(answer)).toEqual(expected)
  })

  test('gives the same rows through the column encoder, with post-processing', async () => {
    const sql = `SELECT * FROM ${q('edge_types')} ORDER BY ${q('id')}`
    const bare = await run(sql)
    const sorted = await run(sql, { operations: [{ operation: 'sort', options: { by: ['id'], ascending: true } }] })
    expect(parsed(sorted)).toEqual(parsed(bare))
    expect(sorted.coltypes).toEqual(bare.coltypes)
  })

  test('a column without values has the hinted type or text; a result without rows has its columns', async () => {
    const sql = `SELECT ${q('id')}, ${q('big')}, ${q('ratio')} FROM ${q('edge_types')} WHERE ${q('id')} = `
    expect((await run(`${sql}3`, { hints: { big: 0 } })).coltypes).toEqual([0, 0, 1])
    const none = await run(`${sql}99`, { hints: { id: 0, ratio: 0 } })
    expect([none.colnames, none.coltypes, none.rowcount]).toEqual([['id', 'big', 'ratio'], [0, 1, 0], 0])
    expect(Buffer.from(none.bytes).toString()).toBe('[]')
  })

  test('maps back labels that the engine does not support', async () => {
    const label = 'a label of more than sixty-three bytes, as people do write them for their metrics ✓'
    const answer = await run(`SELECT 1 AS ${q('short')}`, { labels: { short: label } })
    expect(parsed(answer)).toEqual([{ [label]: 1 }])
  })
}
