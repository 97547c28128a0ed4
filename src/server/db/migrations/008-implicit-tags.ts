import { sql, type Kysely } from 'kysely'

/**
 * Implicit tags: an object's kind, its owners, who favourited it. Which objects have them is derived from other tables, so only the tags
 * themselves have rows.
 */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await db.schema
    .alterTable('tags')
    .addColumn('type', 'integer', (column) => column.notNull().defaultTo(1))
    .execute()
  const now = new Date().toISOString()
  const keep = (type: number, names: ReturnType<typeof sql>) =>
    sql`insert into tags (name, type, created_on, changed_on)
      select name, ${sql.lit(type)}, ${sql.lit(now)}, ${sql.lit(now)} from (${names}) as found where true on conflict (name) do nothing`.execute(
      db,
    )
  await keep(3, sql`select distinct 'owner:' || user_id as name from owners where kind in ('chart', 'dashboard', 'dataset')`)
  await keep(4, sql`select distinct 'favorited_by:' || user_id as name from favorites where kind in ('chart', 'dashboard', 'dataset')`)
  for (const kind of ['chart', 'dashboard', 'dataset']) {
    await keep(2, sql`select ${sql.lit(`type:${kind}`)} as name where exists (select 1 from ${sql.table(`${kind}s`)})`)
  }
  const ofKind = (kind: string) =>
    sql`select ${sql.lit(kind)}, ${sql.ref(`${kind}s.id`)}, tags.id, tags.name, tags.type
      from ${sql.table(`${kind}s`)} inner join tags on tags.name = ${sql.lit(`type:${kind}`)} and tags.type = 2`
  await sql`create view object_tags (kind, object_id, tag_id, name, type) as
    select tagged.kind, tagged.object_id, tags.id, tags.name, tags.type
      from tagged inner join tags on tags.id = tagged.tag_id
    union all select owners.kind, owners.object_id, tags.id, tags.name, tags.type
      from owners inner join tags on tags.name = 'owner:' || owners.user_id and tags.type = 3
    union all select favorites.kind, favorites.object_id, tags.id, tags.name, tags.type
      from favorites inner join tags on tags.name = 'favorited_by:' || favorites.user_id and tags.type = 4
    union all ${ofKind('chart')}
    union all ${ofKind('dashboard')}
    union all ${ofKind('dataset')}`.execute(db)
}
