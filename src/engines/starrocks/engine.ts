import type { Engine } from '../engine.ts'
import { mysqlEngine } from '../mysql/engine.ts'
import type { MysqlParameters } from '../mysql/parameters.ts'
import { starrocksDialect } from './dialect.ts'

const { fileTables: _fileTables, ...sharedMysql } = mysqlEngine

/** Speaks the protocol of MySQL. */
export const starrocksEngine: Engine<MysqlParameters> = {
  ...sharedMysql,
  id: 'starrocks',
  name: 'StarRocks',
  schemes: ['starrocks', 'starrocks+pymysql'],
  uriPlaceholder: 'starrocks://user:password@host:port/dbname[?key=value&key=value...]',
  dialect: starrocksDialect,
  relativeOf: 'mysql',
  isUntried: true,
  connect: async (parameters, options) => {
    const [{ connectMysql }, { zoneText }] = await Promise.all([import('../mysql/driver.ts'), import('../mysql/session.ts')])
    return connectMysql(parameters, options, {
      sessionSql: (timezone) => `SET time_zone = ${zoneText(timezone)}`,
      timeout: ['query_timeout', 1_000],
    })
  },
}
