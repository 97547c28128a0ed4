import { findTheme } from './find.ts'
import type { ThemeFile } from './schemas.ts'
import { requireWrite, type Import } from './writing.ts'

/** Creates a theme, or overwrites the one of the same uuid; system themes stay as they are. Returns its id. */
export const importTheme = async ({ scope, principal }: Import, file: ThemeFile, overwrite: boolean): Promise<number> => {
  const { trx, now, userId } = scope
  const found = await findTheme(trx, file)
  if (found !== undefined && !overwrite) return found
  requireWrite(principal, 'Theme')
  const settings = { theme_name: file.theme_name, json_data: JSON.stringify(file.json_data), changed_on: now, changed_by_fk: userId }
  if (found !== undefined) {
    await trx.updateTable('themes').set(settings).where('id', '=', found).where('is_system', '=', 0).execute()
    return found
  }
  const flags = { is_system: 0, is_system_default: 0, is_system_dark: 0 }
  const { id } = await trx
    .insertInto('themes')
    .values({ ...settings, ...flags, uuid: file.uuid, created_on: now, created_by_fk: userId })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
