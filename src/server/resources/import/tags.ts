import { hasPair } from '#core/access/principal.ts'
import { isImplicitName, tagTypes } from '../../db/implicit-tags.ts'
import type { Db } from '../../db/open.ts'
import { linkTag, type TaggedObject } from '../tag/links.ts'
import type { TagsFile } from './schemas.ts'
import type { Placed } from './sorted.ts'
import type { Import } from './writing.ts'

type Wanted = { names: readonly string[]; descriptions: ReadonlyMap<string, string | null> }

/** The descriptions in a bundle's tags.yaml, by name. */
export const tagDescriptions = (files: readonly Placed<TagsFile>[]): ReadonlyMap<string, string | null> =>
  new Map(files.flatMap(({ file }) => (file.tags ?? []).map(({ tag_name, description }) => [tag_name, description ?? null] as const)))

const customTagId = async (trx: Db, name: string): Promise<number | undefined> =>
  (await trx.selectFrom('tags').select('id').where('name', '=', name).where('type', '=', tagTypes.custom).executeTakeFirst())?.id

/** Gives an imported object the custom tags of its file, and no others; tags that are not here yet are created. */
export const setTags = async ({ scope, principal }: Import, object: TaggedObject, { names, descriptions }: Wanted): Promise<void> => {
  if (!hasPair(principal, 'can_write', 'Tag')) return
  const { trx, now, userId } = scope
  await trx.deleteFrom('tagged').where('kind', '=', object.kind).where('object_id', '=', object.id).execute()
  for (const name of new Set(names)) {
    if (name === '' || isImplicitName(name)) continue
    const stamp = { created_on: now, changed_on: now, created_by_fk: userId, changed_by_fk: userId }
    await trx
      .insertInto('tags')
      .values({ name, type: tagTypes.custom, description: descriptions.get(name) ?? null, ...stamp })
      .onConflict((oc) => oc.doNothing())
      .execute()
    const id = await customTagId(trx, name)
    if (id !== undefined) await linkTag(trx, id, object)
  }
}
