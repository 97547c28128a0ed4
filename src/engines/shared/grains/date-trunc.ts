import { buildGrains, unitAround } from './build-grains.ts'

/** Grains of engines that have `date_trunc` with Monday weeks and intervals that can be multiplied. */
export const dateTruncGrains = buildGrains({
  trunc: (unit) => (column) => `DATE_TRUNC('${unit}', ${column})`,
  // `DATE_TRUNC('hour', c) + INTERVAL '5 minutes' * FLOOR(EXTRACT(MINUTE FROM c) / 5)`; a date has no minutes to extract.
  step: (unit, count) => (column, type) => {
    const time = type === 'date' ? `CAST(${column} AS TIMESTAMP)` : column
    const part = `FLOOR(EXTRACT(${unit.toUpperCase()} FROM ${time}) / ${count})`
    return `DATE_TRUNC('${unitAround[unit]}', ${time}) + INTERVAL '${count} ${unit}s' * ${part}`
  },
  sunday: (column) => `DATE_TRUNC('week', ${column} + INTERVAL '1 day') - INTERVAL '1 day'`,
  saturday: (column) => `DATE_TRUNC('week', ${column} + INTERVAL '1 day') + INTERVAL '5 days'`,
  lastSunday: (column) => `DATE_TRUNC('week', ${column}) + INTERVAL '6 days'`,
})
