import type { ListQ } from '#api/declare/q.ts'
import { MessageError } from '#core/errors.ts'
import { t } from '#core/i18n/t.ts'

/** The operator of each column. */
const operators: Record<string, string> = { name: 'ct', user_ids: 'rel_m_m', permission_ids: 'rel_m_m', group_ids: 'rel_m_m' }

const defaultPageSize = 10

/**
 * The role search interprets `q` more loosely than lists: it ignores operators and unknown columns, and uses the last filter of a
 * column. @throws MessageError 400 for an order column other than id and name
 */
export const toListQuery = ({ filters = [], order_column = 'id', page_size, ...q }: ListQ): ListQ => {
  if (!['id', 'name'].includes(order_column)) throw new MessageError(400, t('Invalid order column: %(column)s', { column: order_column }))
  const asked = new Map(filters.map(({ col, value }) => [col, value]))
  return {
    ...q,
    order_column,
    page_size: page_size || defaultPageSize,
    filters: Object.entries(operators).flatMap(([col, opr]) => (asked.has(col) ? [{ col, opr, value: asked.get(col) }] : [])),
  }
}
