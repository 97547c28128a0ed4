import { ownValue } from '#core/encoding/own-keys.ts'
import type { Column } from '#core/table.ts'
import type { StatementOptions } from '../engine.ts'
import { columnReader, type ColumnReader } from '../shared/text-columns.ts'
import { postgresDialect } from './dialect.ts'
import type { Field, Row } from './statement.ts'
import { commonName } from './type-names.ts'

/** Collects rows into columns; a field whose type only the server can name is text. */
export class Collector {
  readonly #labels: StatementOptions['labels']
  #fields: Field[] = []
  #readers: ColumnReader[] = []
  #rowCount = 0

  constructor(labels?: StatementOptions['labels']) {
    this.#labels = labels
  }

  get fields(): Field[] {
    return this.#fields
  }

  get rowCount(): number {
    return this.#rowCount
  }

  setFields(found: Field[]): void {
    this.#fields = found
    this.#renew()
  }

  add(row: Row): void {
    this.#rowCount++
    for (let i = 0; i < this.#readers.length; i++) this.#readers[i]?.push(row[i] ?? null)
  }

  /** The rows since the last call. */
  take(): Column[] {
    const columns = this.#readers.map((reader) => reader.column())
    this.#renew()
    return columns
  }

  #renew(): void {
    this.#rowCount = 0
    this.#readers = this.#fields.map((field) => {
      const known = commonName(field)
      const type = known ? postgresDialect.columnType(known) : 'string'
      return columnReader(ownValue(this.#labels, field.name) ?? field.name, type === 'json' ? 'string' : type, known)
    })
  }
}
