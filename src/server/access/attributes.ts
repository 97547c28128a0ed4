import type { Attributes } from '#core/access/principal.ts'
import type { Db } from '../db/open.ts'
import type { AttributeSource } from '../db/tables.ts'

export const attributesOf = async (db: Db, userId: number): Promise<Attributes> =>
  Object.fromEntries((await attributeRows(db, userId)).map(({ name, value }) => [name, value]))

/** A person's attributes with who wrote each. */
export const attributeRows = async (db: Db, userId: number) => {
  const rows = await db
    .selectFrom('user_attributes')
    .select(['name', 'value', 'source'])
    .where('user_id', '=', userId)
    .orderBy('name')
    .execute()
  return rows.map(({ value, ...row }) => ({ ...row, value: JSON.parse(value) as string | string[] }))
}

/**
 * Replaces the attributes that a source wrote for a person, in the caller's transaction; call `clearRightsCache` after it. What an
 * administrator wrote stays in force: a value of the same name from elsewhere is ignored.
 */
export const replaceAttributes = async (trx: Db, userId: number, source: AttributeSource, attributes: Attributes): Promise<void> => {
  await trx.deleteFrom('user_attributes').where('user_id', '=', userId).where('source', '=', source).execute()
  for (const [name, given] of Object.entries(attributes)) {
    const value = JSON.stringify(given)
    await trx
      .insertInto('user_attributes')
      .values({ user_id: userId, name, value, source })
      .onConflict((oc) => {
        const same = oc.columns(['user_id', 'name'])
        const written = { value, source }
        return source === 'hand' ? same.doUpdateSet(written) : same.doUpdateSet(written).where('user_attributes.source', '!=', 'hand')
      })
      .execute()
  }
}
