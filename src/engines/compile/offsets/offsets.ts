import { columnLabel, metricLabel } from '#core/query/labels.ts'
import { shiftedName } from '#core/query/time-offsets.ts'
import type { FilterClause } from '#core/query/query-object.ts'
import { ambiguousDelta } from '#core/time/time-error.ts'
import { isTimeOffset, offsetRange } from '#core/time/time-offset.ts'
import { RANGE_SEPARATOR, type TimeRange } from '#core/time/time-range.ts'
import { MessageError } from '#core/errors.ts'
import { t } from '#core/i18n/t.ts'
import type { OffsetStatement } from '../../host/protocol.ts'
import { datasetColumn, type Scope } from '../scope.ts'
import { baseAxis, isTemporalRange, TIMESTAMP, type Plan } from '../plan.ts'
import { QueryError } from '../query-error.ts'
import { statementOf, type Statement, type Viewer } from '../statement-of.ts'

const inQuarters = /\bquarters?\b/i

const checked = (offset: string): string => {
  // A quarter would move nothing, and a metric be compared with itself.
  if (inQuarters.test(offset)) throw new QueryError(t('A time offset cannot count quarters: %(offset)s. Count months instead.', { offset }))
  if (isTimeOffset(offset)) return offset
  if (offset.includes(RANGE_SEPARATOR)) {
    throw new MessageError(
      400,
      t(
        'Date range timeshifts are not enabled. Please contact your administrator to enable the DATE_RANGE_TIMESHIFTS_ENABLED feature flag.',
      ),
    )
  }
  throw ambiguousDelta(offset)
}

const closed = ({ since, until }: TimeRange): { since: number; until: number } => {
  if (since && until) return { since: since.wall, until: until.wall }
  throw new QueryError(t('An enclosed time range (both start and end) must be specified when using a Time Comparison.'))
}

/** The filters that carry the query's range: those on the x axis or its time column, else the first. */
const movedFilters = (plan: Plan): Set<FilterClause> => {
  const axis = baseAxis(plan.columns)
  const names = new Set<unknown>([axis?.label, axis?.sqlExpression, plan.granularity])
  const ranged = plan.filters.filter(isTemporalRange)
  const onAxis = ranged.filter((filter) => names.has(typeof filter.col === 'string' ? filter.col : filter.col.sqlExpression))
  return new Set(onAxis.length || plan.granularity ? onAxis : ranged.slice(0, 1))
}

const timeColumn = (scope: Scope, plan: Plan): { label: string; grain: string | null } | null => {
  const grain = plan.extras.time_grain_sqla ?? null
  if (plan.isTimeseries) return { label: TIMESTAMP, grain }
  const axis = baseAxis(plan.columns)
  if (axis)
    return axis.label && (axis.timeGrain || datasetColumn(scope, axis.sqlExpression ?? '')?.is_dttm)
      ? { label: axis.label, grain: axis.timeGrain ?? null }
      : null
  const time = plan.columns.find((column) => typeof column === 'string' && column === plan.granularity)
  return time ? { label: columnLabel(time), grain } : null
}

/**
 * One statement per time offset: the same query over the moved range, without offsets; where the main one is cut by a limit or page,
 * up to the site's limit at least. The series of a series limit stay those of the main range. Templates are rendered for the moved range.
 */
export const offsetStatements = (
  scope: Scope,
  given: { plan: Plan; main: Statement; viewer: Viewer; timezone: string; rowLimit: number },
): OffsetStatement[] => {
  const { plan, main, viewer, timezone, rowLimit } = given
  if (!plan.timeOffsets.length) return []
  const range = closed(plan.range)
  const offsets = plan.timeOffsets.map(checked)
  const moving = movedFilters(plan)
  const time = timeColumn(scope, plan)
  const rows = plan.rowLimit === null ? null : Math.max(plan.rowLimit, rowLimit)
  return offsets.map((offset) => {
    const moved = offsetRange(offset, range)
    const shifted: TimeRange = { since: { wall: moved.since }, until: { wall: moved.until } }
    const statement = statementOf(
      { ...scope, range: shifted },
      {
        plan: {
          ...plan,
          range: shifted,
          rangeOf: (filter) => (moving.has(filter) ? shifted : plan.rangeOf(filter)),
          rowLimit: rows,
          rowOffset: 0,
        },
        viewer,
        timezone,
        seriesPlan: plan,
      },
    )
    return {
      sql: statement.sql,
      offset,
      ...(rows !== null && { rows }),
      joinOn: main.outputs.filter(({ kind }) => kind !== 'metric').map(({ label }) => label),
      ...(time && { timeColumn: time.label, shift: moved.offsetUsed.toLowerCase() }),
      ...(time?.grain && { grain: time.grain }),
      rename: Object.fromEntries((plan.metrics ?? []).map((metric) => [metricLabel(metric), shiftedName(metricLabel(metric), offset)])),
    }
  })
}
