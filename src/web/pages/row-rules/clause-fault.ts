import { validateExpression } from '#api/datasource.ts'
import { t } from '#core/i18n/t.ts'
import { call } from '../../data/call.ts'
import type { NamedRecord } from '../../forms/RecordsField.tsx'

/** Why a clause cannot be applied to one of the datasets; null if it can be to all. */
export const clauseFault = async ({ clause, tables }: { clause: string; tables: readonly NamedRecord[] }): Promise<string | null> => {
  for (const { id, name } of tables) {
    const { result } = await call(validateExpression, {
      params: { type: 'table', id },
      body: { expression: clause, expression_type: 'where' },
    })
    const [fault] = result
    if (fault) return t('%(dataset)s: %(fault)s', { dataset: name, fault: fault.message })
  }
  return null
}
