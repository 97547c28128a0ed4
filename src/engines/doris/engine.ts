import type { Engine } from '../engine.ts'
import { mysqlEngine } from '../mysql/engine.ts'
import type { MysqlParameters } from '../mysql/parameters.ts'
import { dorisDialect } from './dialect.ts'

const { fileTables: _fileTables, ...sharedMysql } = mysqlEngine

/** Speaks the protocol of MySQL. */
export const dorisEngine: Engine<MysqlParameters> = {
  ...sharedMysql,
  id: 'doris',
  name: 'Apache Doris',
  schemes: ['doris', 'pydoris', 'doris+pymysql', 'doris+mysqldb'],
  uriPlaceholder: 'doris://user:password@host:port/dbname[?key=value&key=value...]',
  dialect: dorisDialect,
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
