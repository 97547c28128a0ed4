import { sql, type Kysely } from 'kysely'

/** Saved queries bear the tags that people put on them, beside those of their creator and kind. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`drop view saved_query_tags`.execute(db)
  await sql`create view saved_query_tags (object_id, tag_id, name, type) as
    select saved_queries.id, tags.id, tags.name, tags.type
      from saved_queries inner join tags on tags.name = 'owner:' || saved_queries.created_by_fk and tags.type = 3
    union all select saved_queries.id, tags.id, tags.name, tags.type
      from saved_queries inner join tags on tags.name = 'type:query' and tags.type = 2
    union all select tagged.object_id, tags.id, tags.name, tags.type
      from tagged inner join tags on tags.id = tagged.tag_id where tagged.kind = 'query'`.execute(db)
}
