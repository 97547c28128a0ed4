import type { Engine } from '../engine.ts'
import { mysqlDialect } from '../mysql/dialect.ts'
import { mysqlEngine } from '../mysql/engine.ts'
import type { MysqlParameters } from '../mysql/parameters.ts'

const { fileTables: _fileTables, ...sharedMysql } = mysqlEngine

/** MySQL spread over several machines. */
export const tidbEngine: Engine<MysqlParameters> = {
  ...sharedMysql,
  id: 'tidb',
  name: 'TiDB',
  schemes: ['tidb', 'tidb+pymysql', 'tidb+mysqldb'],
  uriPlaceholder: 'tidb://user:password@host:port/dbname[?key=value&key=value...]',
  dialect: { ...mysqlDialect, id: 'tidb', parser: 'tidb', capabilities: { ...mysqlDialect.capabilities, strictGroups: true } },
  relativeOf: 'mysql',
  isUntried: true,
  connect: async (parameters, options) => {
    const [{ connectMysql }, { zoneText }] = await Promise.all([import('../mysql/driver.ts'), import('../mysql/session.ts')])
    return connectMysql(parameters, options, {
      sessionSql: (timezone) =>
        `SET time_zone = ${zoneText(timezone)}, sql_mode = 'ONLY_FULL_GROUP_BY,STRICT_TRANS_TABLES', div_precision_increment = 20`,
      timeout: ['max_execution_time', 1],
    })
  },
}
