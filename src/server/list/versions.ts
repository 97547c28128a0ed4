import { notFound } from '#core/errors.ts'
import { peopleOf, type Reader } from './field.ts'
import { canSee } from './can-see.ts'
import type { Spec } from './spec.ts'
import { withoutZone } from './times.ts'

/** The versions of an object, newest first. @throws 404 when the caller does not see it */
export const versionsOf = async (spec: Spec, reader: Reader, id: number) => {
  if (!(await canSee(spec, reader, id))) throw notFound()
  const { db } = reader.ctx
  const rows = await db
    .selectFrom('versions')
    .select(['version', 'action', 'how', 'created_on', 'user_id'])
    .where('kind', '=', spec.kind)
    .where('object_id', '=', id)
    .orderBy('version', 'desc')
    .execute()
  const people = await peopleOf(
    db,
    rows.flatMap((row) => row.user_id ?? []),
  )
  const result = rows.map(({ version, action, how, created_on, user_id }) => {
    const by = people.get(user_id ?? -1)
    return {
      version,
      action,
      how,
      changed_on: withoutZone(created_on),
      changed_by: by ? { id: by.id, first_name: by.first_name, last_name: by.last_name } : null,
    }
  })
  return { count: result.length, result }
}
