import type { Client } from 'pg'
import type { Field } from './statement.ts'

const common: Record<number, string> = {
  16: 'boolean',
  17: 'bytea',
  18: '"char"',
  19: 'name',
  20: 'bigint',
  21: 'smallint',
  23: 'integer',
  25: 'text',
  26: 'oid',
  114: 'json',
  142: 'xml',
  650: 'cidr',
  700: 'real',
  701: 'double precision',
  790: 'money',
  869: 'inet',
  1042: 'character',
  1043: 'character varying',
  1082: 'date',
  1083: 'time without time zone',
  1114: 'timestamp without time zone',
  1184: 'timestamp with time zone',
  1186: 'interval',
  1266: 'time with time zone',
  1700: 'numeric',
  2950: 'uuid',
  3802: 'jsonb',
}

const header = 4

const withModifier = (name: string, oid: number, modifier: number): string => {
  if (modifier < header) return name
  if (oid === 1700) return `${name}(${((modifier - header) >> 16) & 0xffff},${(modifier - header) & 0xffff})`
  return oid === 1042 || oid === 1043 ? `${name}(${modifier - header})` : name
}

/** Names of built-in types; others are text until they are looked up. */
export const commonName = ({ dataTypeID, dataTypeModifier }: Field): string | undefined => {
  const name = common[dataTypeID]
  return name && withModifier(name, dataTypeID, dataTypeModifier)
}

/** The type names of all fields; unknown ones are looked up on the server. */
export const typeNames = async (client: Client, fields: Field[], known: Map<number, string>): Promise<string[]> => {
  const unknown = [...new Set(fields.map((field) => field.dataTypeID))].filter((oid) => !common[oid] && !known.has(oid))
  if (unknown.length > 0) {
    const { rows } = await client.query<[string, string]>({
      text: 'SELECT oid::text, format_type(oid, NULL) FROM pg_catalog.pg_type WHERE oid = ANY($1::oid[])',
      values: [unknown],
      rowMode: 'array',
    })
    for (const [oid, name] of rows) known.set(Number(oid), name)
  }
  return fields.map((field) => commonName(field) ?? known.get(field.dataTypeID) ?? 'unknown')
}
