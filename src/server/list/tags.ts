import { sql, type SqlBool } from 'kysely'
import type { TaggedKind } from '#api/tag.ts'
import type { Db } from '../db/open.ts'
import { grouped, idsOf, type Field } from './field.ts'
import { contains, manyFilter, type Condition, type FilterColumn } from './filters.ts'

/** The wire's number for tags that people made; there are no others. */
export const customTag = 1

export const tagsOf = async (db: Db, kind: TaggedKind, ids: readonly number[]) =>
  ids.length === 0
    ? []
    : db
        .selectFrom('tagged')
        .innerJoin('tags', 'tags.id', 'tagged.tag_id')
        .select(['tagged.object_id', 'tags.id', 'tags.name'])
        .where('tagged.kind', '=', kind)
        .where('tagged.object_id', 'in', [...ids])
        .orderBy('tags.id')
        .execute()

export const tagsField = (kind: TaggedKind): Field => ({
  columns: [],
  read: async (rows, { ctx }) => {
    const found = grouped(await tagsOf(ctx.db, kind, idsOf(rows)), (tag) => tag.object_id)
    return (row) => (found.get(row.id) ?? []).map(({ id, name }) => ({ id, name, type: customTag }))
  },
})

const bears = (kind: TaggedKind, which: Condition): Condition =>
  sql<SqlBool>`exists (select 1 from tagged inner join tags on tags.id = tagged.tag_id
    where tagged.kind = ${kind} and tagged.object_id = ${sql.ref(`${kind}s.id`)} and ${which})`

export const tagsFilter = (kind: TaggedKind): FilterColumn => {
  const byId = manyFilter((id) => bears(kind, sql<SqlBool>`tags.id = ${id}`))
  return {
    ...byId,
    ...(byId['rel_m_m'] && { [`${kind}_tag_id`]: { ...byId['rel_m_m'], name: 'Is tagged' } }),
    [`${kind}_tags`]: { name: 'Is tagged', condition: (value, reader) => bears(kind, contains(reader, 'tags.name', value)) },
  }
}
