import { z } from 'zod'
import { sharedKinds, type SharedKind } from '#api/public-link.ts'
import type { Context } from '../../context.ts'
import { cachedUntilChange } from '../../db/cached-until-change.ts'
import type { Db } from '../../db/open.ts'

/** A dashboard or a chart that anyone who knows the key can view. */
export type PublicLink = {
  key: string
  kind: SharedKind
  id: number
  uuid: string
  name: string
  createdOn: string
  createdBy: number | null
}

/** Kept by uuid: the id of a deleted object may be given again. */
export const storedLink = z.object({ kind: z.enum(sharedKinds), uuid: z.string() })

const objectOf = (db: Db, { kind, uuid }: z.output<typeof storedLink>) =>
  kind === 'dashboard'
    ? db
        .selectFrom('dashboards')
        .select(['id', 'dashboard_title as name'])
        .where('uuid', '=', uuid)
        .where('deleted_at', 'is', null)
        .executeTakeFirst()
    : db
        .selectFrom('charts')
        .select(['id', 'slice_name as name'])
        .where('uuid', '=', uuid)
        .where('deleted_at', 'is', null)
        .executeTakeFirst()

/** The links in force, by key; not those of deleted objects. */
export const publicLinks = cachedUntilChange(async ({ db }: Pick<Context, 'db'>): Promise<ReadonlyMap<string, PublicLink>> => {
  const rows = await db
    .selectFrom('key_values')
    .select(['key', 'value', 'owner_id', 'created_on'])
    .where('kind', '=', 'public_link')
    .orderBy('created_on')
    .execute()
  const links = new Map<string, PublicLink>()
  for (const { key, value, owner_id, created_on } of rows) {
    const stored = storedLink.parse(JSON.parse(value))
    const object = await objectOf(db, stored)
    if (object) links.set(key, { ...stored, ...object, key, createdOn: created_on, createdBy: owner_id })
  }
  return links
})

/** The link of an object, if it has one. */
export const publicLinkOf = async (ctx: Pick<Context, 'db'>, kind: SharedKind, id: number): Promise<PublicLink | undefined> =>
  [...(await publicLinks(ctx)).values()].find((link) => link.kind === kind && link.id === id)
