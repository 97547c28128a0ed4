import type { Row } from '../db/tables.ts'

export type Preferences = { theme?: 'system' | 'light' | 'dark'; locale?: string; screens?: Record<string, unknown> }

export const preferencesOf = (row: Pick<Row<'users'>, 'preferences'>): Preferences =>
  row.preferences === null ? {} : (JSON.parse(row.preferences) as Preferences)
