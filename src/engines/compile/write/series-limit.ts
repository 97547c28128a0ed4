import { t } from '#core/i18n/t.ts'
import { metricSql } from './columns.ts'
import { directed, type Output } from './order.ts'
import type { Plan } from '../plan.ts'
import { QueryError } from '../query-error.ts'
import { datasetColumn, typeOf, type Scope } from '../scope.ts'
import { followed, nested, onLines, selectLines, type Lines } from './select.ts'

export type SeriesLimit = {
  join: Lines
  /** Series columns whose other values became `Others`: label → expression. */
  others: Map<string, string>
}

const ALIAS = 'series_limit'
const RANK = 'mme_inner__'

const rankOf = (scope: Scope, plan: Plan): string => {
  const metric = plan.seriesLimitMetric ?? plan.metrics?.[0]
  return metric === undefined || metric === null ? 'COUNT(*)' : metricSql(scope, metric)
}

/** A column that contains the text `Others` must hold texts. */
const asText = (scope: Scope, label: string, sql: string): string => {
  const column = datasetColumn(scope, label)
  const type = column ? typeOf(scope, column) : null
  return type === 'string' ? sql : scope.dialect.castToText(sql, type ?? undefined)
}

/**
 * The join that keeps the first series by rank. A null series counts and is then dropped by the join. With `groupOthers` the
 * join is an outer one and the remaining series come together under one name.
 */
export const seriesLimit = (scope: Scope, plan: Plan, source: { from: Lines; where: string[]; series: Output[] }): SeriesLimit => {
  const { dialect } = scope
  // PostgreSQL's text, including the line break.
  if (plan.seriesLimit < 0) throw new QueryError(`${t('LIMIT must not be negative')}\n`)
  const keys = source.series.map((output) => ({ ...output, key: `${output.name}__` }))
  const rank = rankOf(scope, plan)
  const inner = selectLines(dialect, {
    columns: [...keys.map(({ sql, key }) => ({ sql, name: key })), { sql: rank, name: RANK }],
    from: source.from,
    where: source.where,
    groupBy: keys.map(({ sql }) => sql),
    orderBy: directed(dialect, { sql: rank, alias: dialect.quote(RANK) }, !plan.orderDesc),
    limit: plan.seriesLimit,
  })
  const alias = dialect.quote(ALIAS)
  const marked = plan.groupOthers
    ? ['SELECT', '  *,', `  1 AS ${dialect.quote('kept__')}`, ...followed('FROM', nested(inner, `AS ${dialect.quote('ranked')}`))]
    : inner
  const same = keys.map(({ sql, key }) => `${sql} = ${alias}.${dialect.quote(key)}`)
  const join = [...followed(plan.groupOthers ? 'LEFT JOIN' : 'JOIN', nested(marked, `AS ${alias}`)), ...onLines('ON', same)]
  // Not every engine fills unmatched rows of an outer join with nulls.
  const kept = `${alias}.${dialect.quote('kept__')} = 1`
  const others = dialect.literal({ type: 'string', value: t('Others') })
  return {
    join,
    others: new Map(
      plan.groupOthers
        ? keys.map(({ label, sql }) => [label, `CASE WHEN ${kept} THEN ${asText(scope, label, sql)} ELSE ${others} END`] as const)
        : [],
    ),
  }
}
