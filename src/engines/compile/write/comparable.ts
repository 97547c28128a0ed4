import type { ColumnType } from '#core/table.ts'
import { t } from '#core/i18n/t.ts'
import type { Literal } from '../../dialect.ts'
import type { DatasetColumn } from '../dataset.ts'
import { QueryError } from '../query-error.ts'
import { isTimeType, typeOf, type Scope } from '../scope.ts'

const kindOf = (type: ColumnType | Literal['type']): string =>
  isTimeType(type as ColumnType) ? 'time' : type === 'integer' || type === 'float' || type === 'decimal' ? 'number' : type

const isOtherKind = (column: string, value: string): boolean =>
  (column === 'string' && value !== 'string') || (column !== value && value === 'string' && (column === 'time' || column === 'number'))

const shown = (literal: Literal): string => ('value' in literal ? String(literal.value) : 'null')

/**
 * Where an engine would compare a text with a number, or a time with any text, and silently match nothing, the comparison is rejected as
 * other engines do.
 * @throws QueryError that names the column and the value
 */
export const requireComparable = (scope: Scope, column: DatasetColumn | null, literals: Literal[]): void => {
  if (scope.dialect.capabilities.strictTypes || !column?.type) return
  const type = typeOf(scope, column)
  if (!type || (column.is_dttm && column.python_date_format)) return
  const other = literals.find((literal) => literal.type !== 'null' && isOtherKind(kindOf(type), kindOf(literal.type)))
  if (other) {
    throw new QueryError(
      t('The column %(column)s of type %(type)s cannot be compared with %(value)s', {
        column: column.column_name,
        type: column.type,
        value: shown(other),
      }),
    )
  }
}
