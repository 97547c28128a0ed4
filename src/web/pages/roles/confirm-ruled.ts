import { columnRuleList } from '#api/column-rule.ts'
import { rowRuleList } from '#api/row-rule.ts'
import { t } from '#core/i18n/t.ts'
import { callList } from '../../data/call.ts'
import { confirm } from '../../ui/overlay/confirm.ts'

const maxListed = 100

/** Names of the regular rules that bind the holders of a role. */
const rulesOf = async (role: number): Promise<string[]> => {
  const q = {
    columns: ['name'] as const,
    filters: [
      { col: 'roles', opr: 'rel_m_m', value: role },
      { col: 'filter_type', opr: 'eq', value: 'Regular' },
    ],
    page: 0,
    page_size: maxListed,
  }
  const [rows, columns] = await Promise.all([callList(rowRuleList, q), callList(columnRuleList, q)])
  return [...rows.result, ...columns.result].map(({ name }) => name)
}

/** Asks for confirmation where rules would no longer bind anybody who holds only these roles. */
export const confirmRuled = async (roles: readonly { id: number; name: string }[]): Promise<boolean> => {
  const rules = new Set((await Promise.all(roles.map(({ id }) => rulesOf(id)))).flat())
  if (rules.size === 0) return true
  const [first] = roles
  return confirm({
    title:
      roles.length === 1 && first ? t('Delete “%(name)s”?', { name: first.name }) : t('Delete %(count)s roles?', { count: roles.length }),
    text: t('These rules will no longer limit what people read: %(names)s', { names: [...rules].join(', ') }),
    action: t('Delete'),
    danger: true,
  })
}
