import type { ColumnProfile, ResultColumn } from '#api/sqllab.ts'
import { readObject } from '#core/encoding/read-object.ts'
import { MessageError } from '#core/errors.ts'
import { userOf } from '#core/access/principal.ts'
import { t } from '#core/i18n/t.ts'
import type { Dialect } from '#engines/dialect.ts'
import { asQueryFailure } from '../chart-data/execute.ts'
import type { QueryRow } from '../query/state.ts'
import { planAgain } from './reread.ts'
import { jobOf, type RunAccess } from './run/run.ts'
import { withoutRuledText } from './run/unseen-rows.ts'

const maxTop = 5
const binCount = 20

/** Columns of nested values are neither compared nor ordered by every engine. */
const nested = /json|map|struct|list|array|row|\[\]|variant|tuple|xml/i

type Kind = 'number' | 'time' | 'plain' | 'nested'

const kindOf = ({ type, type_generic: generic }: ResultColumn): Kind =>
  nested.test(type ?? '') ? 'nested' : generic === 0 ? 'number' : generic === 2 ? 'time' : 'plain'

const columnOf = ({ extra_json: extra }: QueryRow, name: string): ResultColumn => {
  const { columns } = readObject(extra) as { columns?: ResultColumn[] }
  const column = columns?.find((one) => one.column_name === name)
  if (!column) throw new MessageError(404, t('The result has no column %(name)s.', { name }))
  return column
}

/** A number times 1.0e0 is a floating-point number on every other engine; ClickHouse does not multiply decimals by one. */
const asFloat = (column: string, { id }: Dialect): string => (id === 'clickhousedb' ? `toFloat64(${column})` : `${column} * 1.0e0`)

/** The statements of a profile over the rows of a query. */
const statementsOf = (query: string, name: string, dialect: Dialect) => {
  const { quote, limit, literal } = dialect
  const column = quote(name)
  const from = `FROM (\n${query}\n) AS result`
  const number = (value: number) => literal({ type: 'number', value: `${value}${String(value).includes('e') ? '' : 'e0'}` })
  const totals: Record<Kind, string[]> = {
    number: [`count(DISTINCT ${column}) AS values_`, `min(${column}) AS lowest`, `max(${column}) AS highest`, `avg(${column}) AS mean`],
    time: [`count(DISTINCT ${column}) AS values_`, `min(${column}) AS lowest`, `max(${column}) AS highest`],
    plain: [`count(DISTINCT ${column}) AS values_`],
    nested: [],
  }
  return {
    totals: (kind: Kind) => `SELECT ${['count(*) AS all_', `count(${column}) AS filled`, ...totals[kind]].join(', ')}\n${from}`,
    top: `SELECT ${column} AS value_, count(*) AS count_\n${from}\nWHERE ${column} IS NOT NULL\nGROUP BY ${column}\nORDER BY count(*) DESC, ${column}\n${limit(maxTop, 0)}`,
    bins: (lowest: number, width: number) => {
      const bin = `floor((${asFloat(column, dialect)} - ${number(lowest)}) / ${number(width)})`
      return `SELECT bin, count(*) AS count_\nFROM (SELECT ${bin} AS bin\n${from}\nWHERE ${column} IS NOT NULL) AS bins\nGROUP BY bin`
    },
  }
}

type Answered = Record<string, unknown>

const numberOf = (value: unknown): number => (value === null || value === undefined ? Number.NaN : Number(value))

const shownValue = (value: unknown): string | number | null =>
  value === null || value === undefined ? null : typeof value === 'string' || typeof value === 'number' ? value : JSON.stringify(value)

/**
 * Facts about one column of a query's rows, computed by the engine over all rows that its statement gives, with the rights of the caller.
 * @throws AppError, MessageError
 */
export const profileColumn = async (access: RunAccess, row: QueryRow, name: string): Promise<ColumnProfile> => {
  const { ctx, principal, signal } = access
  const kind = kindOf(columnOf(row, name))
  const plan = await planAgain(access, row)
  const { engine, before, unlimited } = plan
  const statements = statementsOf(unlimited, name, engine.dialect)
  const ask = async (sql: string): Promise<Answered[]> => {
    const job = jobOf(ctx, { ...plan, before, sql }, { ...row, limit: null })
    const { bytes } = await ctx.host.run(job, { signal, user: String(userOf(principal)?.id ?? '') }).catch(async (error: unknown) => {
      throw asQueryFailure(await withoutRuledText(ctx, plan, row, error))
    })
    return JSON.parse(Buffer.from(bytes).toString()) as Answered[]
  }
  const [totals = {}] = await ask(statements.totals(kind))
  const rows = numberOf(totals['all_'])
  const [lowest, highest] = [numberOf(totals['lowest']), numberOf(totals['highest'])]
  const width = (highest - lowest) / binCount
  const hasBins = kind === 'number' && Number.isFinite(width) && width > 0
  const bins = Array.from({ length: hasBins ? binCount : 0 }, () => 0)
  for (const { bin, count_: count } of hasBins ? await ask(statements.bins(lowest, width)) : []) {
    const at = Math.max(0, Math.min(binCount - 1, numberOf(bin)))
    bins[at] = (bins[at] ?? 0) + numberOf(count)
  }
  const top = kind === 'nested' ? [] : await ask(statements.top)
  return {
    rows,
    blank: rows - numberOf(totals['filled']),
    distinct: kind === 'nested' ? null : numberOf(totals['values_']),
    lowest: shownValue(totals['lowest']),
    highest: shownValue(totals['highest']),
    mean: Number.isFinite(numberOf(totals['mean'])) ? numberOf(totals['mean']) : null,
    top: top.map(({ value_: value, count_: count }) => ({ value: shownValue(value), count: numberOf(count) })),
    bins,
  }
}
