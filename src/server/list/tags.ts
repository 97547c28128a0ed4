import { sql, type SqlBool } from 'kysely'
import type { TaggedKind } from '#api/tag.ts'
import type { Db } from '../db/open.ts'
import { groupByKey, idsOf, type Field } from './field.ts'
import { contains, manyFilter, type Condition, type FilterColumn } from './filters.ts'

export const tagsOf = async (db: Db, kind: TaggedKind, ids: readonly number[]) =>
  ids.length === 0
    ? []
    : db
        .selectFrom('object_tags')
        .select(['object_id', 'tag_id as id', 'name', 'type'])
        .where('kind', '=', kind)
        .where('object_id', 'in', [...ids])
        .orderBy('tag_id')
        .execute()

export const tagsField = (kind: TaggedKind): Field => ({
  columns: [],
  read: async (rows, { ctx }) => {
    const found = groupByKey(await tagsOf(ctx.db, kind, idsOf(rows)), (tag) => tag.object_id)
    return (row) => (found.get(row.id) ?? []).map(({ id, name, type }) => ({ id, name, type }))
  },
})

/** Objects of a kind with a tag; `which` is a condition on `object_tags`. */
export const hasTag = (kind: TaggedKind, which: Condition): Condition =>
  sql<SqlBool>`${sql.ref(`${kind}s.id`)} in (select object_tags.object_id from object_tags where object_tags.kind = ${kind} and ${which})`

export const tagsFilter = (kind: TaggedKind): FilterColumn => {
  const byId = manyFilter((id) => hasTag(kind, sql<SqlBool>`object_tags.tag_id = ${id}`))
  return {
    ...byId,
    ...(byId['rel_m_m'] && { [`${kind}_tag_id`]: { ...byId['rel_m_m'], name: 'Is tagged' } }),
    [`${kind}_tags`]: { name: 'Is tagged', condition: (value, reader) => hasTag(kind, contains(reader, 'object_tags.name', value)) },
  }
}
