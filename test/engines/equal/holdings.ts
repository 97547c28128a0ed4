/** The conformance tables as an engine can hold them. */
import { held } from '../../api/chart-data/storable.ts'
import type { SourceColumn } from '../tables.ts'
import { makeTables } from '../tables.ts'

type Rule = [type: RegExp, condition: string]

/**
 * NaN of IEEE: less than nothing and greater than nothing. Where it is recorded it is the greatest of all numbers, and a filter or a MAX
 * finds it.
 */
const unorderedNan: Rule = [/^(DOUBLE|FLOAT)/, 'NOT isnan(c)']

/** By engine: which values of a type are held, as a condition on `c` in DuckDB's words. What no rule names is held. */
const rules: Record<string, Rule[]> = {
  sqlite: held.sqlite ?? [],
  clickhouse: [unorderedNan],
  trino: [unorderedNan],
  // Its times have no zone.
  mysql: [[/WITH TIME ZONE/, 'false'], ...(held.mysql ?? [])],
}

/** Parquet files in which every value that the engine cannot hold is null. */
export const makeHoldings = (engine: string, folder: string): Promise<void> =>
  makeTables(folder, ({ type }: SourceColumn, name) => {
    const condition = rules[engine]?.find(([pattern]) => pattern.test(type))?.[1]
    return condition ? `CASE WHEN ${condition.replaceAll(/\bc\b/g, () => name)} THEN ${name} END` : name
  })
