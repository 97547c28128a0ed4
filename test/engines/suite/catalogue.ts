import { describe, expect, test } from 'vitest'
import { coltypes } from './edge-types.ts'
import type { Stage } from './subject.ts'

export const catalogueTests = ({ traits, dialect, q, host, subject }: Stage) => {
  describe('catalogue', () => {
    const ask = () => subject().connection

    test('ping', async () => {
      await expect(host().run({ kind: 'ping', connection: ask() })).resolves.toBe(null)
    })

    test('schemas and tables', async () => {
      const { schemas, default: first } = await host().run({ kind: 'schemas', connection: ask() })
      expect(schemas).toContain(traits.schema)
      expect(first).toBe(traits.schema)
      const tables = await host().run({ kind: 'tables', connection: ask(), schema: traits.schema })
      expect(tables).toContainEqual({ name: 'edge_types', kind: 'table' })
      expect(await host().run({ kind: 'tables', connection: ask() })).toEqual(tables)
    })

    test('columns', async () => {
      const columns = await host().run({ kind: 'columns', connection: ask(), relation: { schema: traits.schema, table: 'edge_types' } })
      expect(columns.map((column) => column.name)).toEqual(Object.keys(coltypes))
      expect(columns[0]?.type).toBe(traits.integerType)
      expect(dialect.columnType(columns.find((column) => column.name === 'ts')?.type ?? '')).toBe('timestamp')
      expect(await host().run({ kind: 'columns', connection: ask(), relation: { table: 'no_such_table' } })).toEqual([])
    })

    test('all tables with their columns at once', async () => {
      const outline = await host().run({ kind: 'outline', connection: ask() })
      const table = outline?.find(({ name, schema }) => name === 'edge_types' && schema === traits.schema)
      expect(table?.columns.map(({ name }) => name)).toEqual(Object.keys(coltypes))
      expect(table?.columns[0]?.type).toBe(traits.integerType)
      const listed = await host().run({ kind: 'tables', connection: ask(), schema: traits.schema })
      const outlined = outline?.filter(({ schema }) => schema === traits.schema).map(({ name, kind }) => ({ name, kind }))
      expect(outlined?.toSorted((a, b) => (a.name < b.name ? -1 : 1))).toEqual(listed.toSorted((a, b) => (a.name < b.name ? -1 : 1)))
    })

    test('names of functions, where the engine lists them', async () => {
      const names = await host().run({ kind: 'functionNames', connection: ask() })
      const usual = ['abs', 'count', 'max'].filter((name) => names.includes(name))
      expect(usual).toEqual(traits.listsFunctions ? ['abs', 'count', 'max'] : [])
    })

    test('columns of a statement, without running it', async () => {
      const began = Date.now()
      const columns = await host().run({
        kind: 'describe',
        connection: ask(),
        sql: `SELECT ${q('id')}, ${q('name')} AS ${q('Name 2')} FROM ${q('edge_types')}`,
      })
      expect(columns.map((column) => column.name)).toEqual(['id', 'Name 2'])
      expect(columns[0]?.type).toBe(traits.integerType)
      if (!traits.describeRuns) await host().run({ kind: 'describe', connection: ask(), sql: traits.endless })
      expect(Date.now() - began).toBeLessThan(10_000)
    })
  })
}
