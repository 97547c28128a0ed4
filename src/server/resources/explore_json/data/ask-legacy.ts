import { fromRows } from '#core/table.ts'
import type { Answered, Row } from './answered.ts'
import { legacyData } from './legacy-data.ts'

const tableOf = (rows: Row[]) => {
  const names = Object.keys(rows[0] ?? {})
  const typeOf = (name: string) => {
    if (name === '__timestamp') return 2
    return rows.some((row) => typeof row[name] === 'string') ? 1 : 0
  }
  return fromRows(names, names.map(typeOf), rows)
}

export type Given = Record<string, unknown> & { viz_type: string }

/** The data of a legacy chart whose query had these rows; `shifted` are those of its time shifts. */
export const askLegacy = (
  form: Given,
  rows: Row[],
  { shifted = [], ...range }: Partial<Pick<Answered, 'since' | 'until'>> & { shifted?: Row[][] } = {},
): Promise<unknown> =>
  legacyData({
    form: { datasource: '1__table', ...form },
    rows,
    table: tableOf(rows),
    since: null,
    until: null,
    ...range,
    shifted: shifted.map(tableOf),
  })
