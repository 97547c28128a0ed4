import type { FileTables } from '../file-tables.ts'

/** DDL commits implicitly in MySQL, so a single RENAME switches all names atomically. */
export const mysqlFileTables: FileTables = {
  types: {
    integer: 'BIGINT',
    huge: 'DECIMAL(38,0)',
    float: 'DOUBLE',
    decimal: 'DECIMAL(38,10)',
    boolean: 'BOOLEAN',
    date: 'DATE',
    timestamp: 'DATETIME(6)',
    instant: 'DATETIME(6)',
    text: 'LONGTEXT',
  },
  utcEnding: '',
  finish: {
    create: ({ target, staging }) => [`RENAME TABLE ${staging} TO ${target}`],
    replace: ({ target, staging, former }) => [`RENAME TABLE ${target} TO ${former}, ${staging} TO ${target}`, `DROP TABLE ${former}`],
    append: ({ target, staging, columns }) => [
      `INSERT INTO ${target} (${columns}) SELECT ${columns} FROM ${staging}`,
      `DROP TABLE ${staging}`,
    ],
  },
}
