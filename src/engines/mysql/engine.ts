import type { Engine } from '../engine.ts'
import { mysqlDialect } from './dialect.ts'
import { mysqlFileTables } from './file-tables.ts'
import { mysqlParameters } from './parameters.ts'
import type { MysqlParameters } from './parameters.ts'

/** MySQL and MariaDB. */
export const mysqlEngine: Engine<MysqlParameters> = {
  id: 'mysql',
  name: 'MySQL',
  schemes: ['mysql', 'mysql+mysqldb', 'mysql+pymysql', 'mysql+mysqlconnector', 'mariadb', 'mariadb+mysqldb', 'mariadb+pymysql'],
  defaultDriver: 'mysqldb',
  uriPlaceholder: 'mysql://user:password@host:port/dbname[?key=value&key=value...]',
  parameters: mysqlParameters,
  dialect: mysqlDialect,
  fileTables: mysqlFileTables,
  connect: async (parameters, options) => (await import('./driver.ts')).connectMysql(parameters, options),
}
