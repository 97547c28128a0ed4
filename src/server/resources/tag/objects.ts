import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { TaggedKind } from '#api/tag.ts'
import { fullName } from '#core/format/full-name.ts'
import { isVisible } from '../../access/is-visible.ts'
import { groupByKey, ownersOf, peopleOf, type Reader } from '../../list/field.ts'
import { hasTag, tagsOf } from '../../list/tags.ts'
import { withoutZone } from '../../list/times.ts'
import { tagTypeName } from '../../db/implicit-tags.ts'

type Source = { table: 'charts' | 'dashboards' | 'datasets'; name: string; url(id: number): string }

const sources: Record<TaggedKind, Source> = {
  dashboard: { table: 'dashboards', name: 'dashboard_title', url: (id) => `/superset/dashboard/${id}/` },
  chart: { table: 'charts', name: 'slice_name', url: (id) => `/explore/?slice_id=${id}` },
  dataset: { table: 'datasets', name: 'table_name', url: (id) => `/explore/?datasource_type=table&datasource_id=${id}` },
}

export const taggedKindNames = Object.keys(sources) as TaggedKind[]

type Found = { id: number; name: string; changed_on: string; created_by_fk: number | null }

/** Selects tags by name or id; all if both are empty. */
export type TagSelection = { names: readonly string[]; ids: readonly number[] }

const matchesTag = ({ names, ids }: TagSelection): RawBuilder<SqlBool> => {
  const either = [
    ...(names.length ? [sql<SqlBool>`object_tags.name in (${sql.join([...names])})`] : []),
    ...(ids.length ? [sql<SqlBool>`object_tags.tag_id in (${sql.join([...ids])})`] : []),
  ]
  return either.length ? sql<SqlBool>`(${sql.join(either, sql` or `)})` : sql<SqlBool>`1 = 1`
}

/** Objects of a kind with one of the tags that the reader sees; users are reduced to their names. */
export const readTaggedObjects = async (reader: Reader, kind: TaggedKind, asked: TagSelection) => {
  const { db } = reader.ctx
  const { table, name, url } = sources[kind]
  const { rows } = await sql<Found>`
    select ${sql.ref(`${table}.id`)}, ${sql.ref(`${table}.${name}`)} as name, ${sql.ref(`${table}.changed_on`)}, ${sql.ref(`${table}.created_by_fk`)}
    from ${sql.table(table)}
    where ${sql.ref(`${table}.deleted_at`)} is null and ${isVisible(reader.principal, kind)} and ${hasTag(kind, matchesTag(asked))}
    order by ${sql.ref(`${table}.id`)}`.execute(db)
  const ids = rows.map(({ id }) => id)
  const owners = groupByKey(await ownersOf(db, kind, ids), (owner) => owner.object_id)
  const tags = groupByKey(await tagsOf(db, kind, ids), (tag) => tag.object_id)
  const makers = await peopleOf(
    db,
    rows.flatMap((row) => row.created_by_fk ?? []),
  )
  return rows.map((row) => {
    const maker = makers.get(row.created_by_fk ?? -1)
    return {
      id: row.id,
      type: kind,
      name: row.name,
      url: url(row.id),
      changed_on: withoutZone(row.changed_on),
      created_by: {},
      creator: maker ? fullName(maker) : '',
      owners: (owners.get(row.id) ?? []).map(({ id, first_name, last_name, username }) => ({ id, first_name, last_name, username })),
      tags: (tags.get(row.id) ?? []).map((tag) => ({ id: tag.id, name: tag.name, type: `TagType.${tagTypeName(tag.type)}` })),
    }
  })
}
