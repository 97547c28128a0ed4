import { readObject } from '#core/encoding/read-object.ts'
import { tokensOfConfig, type ThemeTokens } from '#core/theme/from-antd.ts'
import type { ThemeName } from '#core/theme/tokens.ts'
import type { Context } from '../../context.ts'
import { cachedUntilChange } from '../../db/cached-until-change.ts'

export type ThemesInForce = Readonly<Record<ThemeName, ThemeTokens>>

/** The tokens that everybody gets, by face; null while the product has its own. */
export const themesInForce = cachedUntilChange(async ({ db }: Pick<Context, 'db'>): Promise<ThemesInForce | null> => {
  const rows = await db
    .selectFrom('themes')
    .select(['json_data', 'is_system_default', 'is_system_dark'])
    .where((eb) => eb.or([eb('is_system_default', '=', 1), eb('is_system_dark', '=', 1)]))
    .execute()
  const tokensOf = (flag: 'is_system_default' | 'is_system_dark') =>
    tokensOfConfig(readObject(rows.find((row) => row[flag] === 1)?.json_data ?? null))
  const found = { light: tokensOf('is_system_default'), dark: tokensOf('is_system_dark') }
  return Object.keys(found.light).length || Object.keys(found.dark).length ? found : null
})
