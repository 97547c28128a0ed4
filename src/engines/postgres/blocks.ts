import type { Column } from '#core/table.ts'
import type { StatementOptions } from '../engine.ts'
import { Collector } from './collector.ts'
import { explained } from './errors.ts'
import { settingsBefore, type PostgresSession } from './session.ts'
import type { Row } from './statement.ts'

const rowsPerBlock = 5_000

/** The rows of a statement as blocks of columns, at least one; the server is paused while no block is consumed. */
export async function* blocksOf(session: PostgresSession, sql: string, how: StatementOptions): AsyncGenerator<Column[], void, undefined> {
  const rows = new Collector(how.labels)
  let left = how.rowLimit ?? Infinity
  let hasEnded = false
  let wake = () => {}
  const isBlockFull = () => rows.rowCount >= Math.min(rowsPerBlock, left)
  const row = (values: Row) => {
    if (rows.rowCount < left) rows.add(values)
    if (!isBlockFull()) return
    statement.hold()
    wake()
  }
  const steps = { before: settingsBefore(how), sql, after: ['ROLLBACK'] }
  const statement = await session.begin(steps, { fields: (fields) => rows.setFields(fields), row }, how.catalog)
  const end = () => {
    hasEnded = true
    wake()
  }
  statement.done.then(end, end)
  try {
    for (let isFirst = true; ; isFirst = false) {
      if (!hasEnded && !isBlockFull()) {
        await new Promise<void>((resolve) => {
          wake = resolve
        })
      }
      if (statement.failed) await statement.done
      left -= rows.rowCount
      if (rows.rowCount > 0 || isFirst) yield rows.take()
      if (left <= 0 || (hasEnded && rows.rowCount === 0)) return
      statement.goOn()
    }
  } catch (error) {
    throw explained(error, sql)
  } finally {
    statement.goOn()
    if (hasEnded) await session.settle(statement)
    else await session.leave()
  }
}
