import type { Principal } from '#core/access/principal.ts'
import { userOf } from '#core/access/principal.ts'
import { AppError } from '#core/errors.ts'
import { t } from '#core/i18n/t.ts'
import type { Dialect } from '#engines/dialect.ts'
import type { Row } from '../../../db/tables.ts'
import { writeNotAllowed } from './check.ts'

export type CreateAs = { method: 'TABLE' | 'VIEW'; table: string; schema: string | null }

type Wanted = { method: string | null | undefined; table: string | null | undefined; now: Date }

/** `20260131235959` */
const stampOf = (now: Date): string => now.toISOString().slice(0, 19).replaceAll(/[-:T]/g, '')

/** The table or view to create. @throws AppError 403 where the database does not allow it */
export const createAsOf = (
  database: Pick<Row<'databases'>, 'allow_ctas' | 'allow_cvas' | 'force_ctas_schema'>,
  principal: Principal,
  { method, table, now }: Wanted,
): CreateAs => {
  const isView = method?.toUpperCase() === 'VIEW'
  if (!(isView ? database.allow_cvas : database.allow_ctas))
    throw writeNotAllowed(isView ? t('This database does not allow CREATE VIEW AS.') : t('This database does not allow CREATE TABLE AS.'))
  const name = table?.trim() || `tmp_${userOf(principal)?.username ?? ''}_table_${stampOf(now)}`
  return { method: isView ? 'VIEW' : 'TABLE', table: name, schema: database.force_ctas_schema || null }
}

/** Superset answers a faulty script of these kinds as a failed statement. */
const status = 500

const notSelect = () =>
  new AppError(
    'INVALID_CTAS_QUERY_NOT_SELECT_ERROR',
    t(
      'CTAS (create table as select) can only be run with a query where the last statement is a SELECT. Please make sure your query has a SELECT as its last statement. Then, try running your query again.',
    ),
    { status },
  )

const notOneSelect = () =>
  new AppError(
    'INVALID_CVAS_QUERY_ERROR',
    t(
      'CVAS (create view as select) can only be run with a query with a single SELECT statement. Please make sure your query has only a SELECT statement. Then, try running your query again.',
    ),
    { status },
  )

/** @throws AppError unless a table or view can be created from the script */
export const requireSelect = (
  { method }: CreateAs,
  { statements, endsWithQuery }: { statements: number; endsWithQuery: boolean },
): void => {
  if (method === 'VIEW' && (statements > 1 || !endsWithQuery)) throw notOneSelect()
  if (!endsWithQuery) throw notSelect()
}

const plainName = /^[a-z_][a-z0-9_]*$/

/** The name of what is created, quoted only where needed. */
const nameOf = ({ schema, table }: CreateAs, { quote }: Dialect): string =>
  [...(schema ? [schema] : []), table].map((name) => (plainName.test(name) ? name : quote(name))).join('.')

export const createSql = (createAs: CreateAs, query: string, dialect: Dialect): string =>
  `CREATE ${createAs.method} ${nameOf(createAs, dialect)} AS\n${query}`

export const selectSql = (createAs: CreateAs, dialect: Dialect, limit: number): string =>
  `SELECT *\nFROM ${nameOf(createAs, dialect)}\n${dialect.limit(limit, 0)}`
