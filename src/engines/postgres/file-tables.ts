import type { FileTables } from '../file-tables.ts'

/** The last part of a full name: a table is renamed within its schema. */
const ownName = (full: string): string => /"(?:[^"]|"")*"$/.exec(full)?.[0] ?? full

export const postgresFileTables: FileTables = {
  types: {
    integer: 'bigint',
    huge: 'numeric',
    float: 'double precision',
    decimal: 'numeric',
    boolean: 'boolean',
    date: 'date',
    timestamp: 'timestamp',
    instant: 'timestamptz',
    text: 'text',
  },
  utcEnding: '+00',
  finish: {
    create: ({ target, staging }) => [`ALTER TABLE ${staging} RENAME TO ${ownName(target)}`],
    replace: ({ target, staging }) => ['BEGIN', `DROP TABLE ${target}`, `ALTER TABLE ${staging} RENAME TO ${ownName(target)}`, 'COMMIT'],
    append: ({ target, staging, columns }) => [
      'BEGIN',
      `INSERT INTO ${target} (${columns}) SELECT ${columns} FROM ${staging}`,
      `DROP TABLE ${staging}`,
      'COMMIT',
    ],
  },
}
