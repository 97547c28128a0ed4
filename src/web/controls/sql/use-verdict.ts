import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { validateExpression } from '#api/datasource.ts'
import type { DatasetFacts } from '#charts/control.ts'
import { t } from '#core/i18n/t.ts'
import { call } from '../../data/call.ts'
import { expressionErrorText } from '../../frame/data/fault.ts'
import { useSurface } from '../control-props.ts'
import { sqlState } from './sql-state.ts'
import { sqlStateText } from './sql-words.ts'

export type ExpressionKind = 'metric' | 'column' | 'where' | 'having'

export type Verdict = {
  /** The text may be asked for: it is finished, and the database takes it. */
  isReady: boolean
  /** The database rejects it. */
  isRefused: boolean
  /** The line under the editor. */
  text: string
}

const rest = 500

type Fault = { message: string; line_number?: number | null }

const faultText = ({ message }: Fault, columns: string[]) =>
  expressionErrorText(message, columns) ?? message.replace(/^(Error|.*? Error): /, '').split('\n')[0] ?? message

/** What the database makes of an expression, once it is finished and rested; one that cannot be checked counts as fine. */
export const useVerdict = (sql: string, kind: ExpressionKind, dataset: Pick<DatasetFacts, 'columns'> | null): Verdict => {
  const { datasource } = useSurface()
  const [rested, setRested] = useState(sql)
  useEffect(() => {
    if (rested === sql) return
    const timer = setTimeout(() => setRested(sql), rest)
    return () => clearTimeout(timer)
  }, [sql, rested])
  const state = sqlState(sql)
  const check = useQuery({
    queryKey: ['expression', datasource, kind, rested],
    enabled: rested === sql && state.kind === 'ready',
    staleTime: 60_000,
    retry: false,
    queryFn: async ({ signal }) => {
      const { result } = await call(
        validateExpression,
        { params: { type: datasource.type, id: Number(datasource.id) }, body: { expression: rested, expression_type: kind } },
        { signal },
      )
      return result
    },
  })
  if (state.kind !== 'ready') return { isReady: false, isRefused: false, text: sqlStateText(state, t) }
  if (rested !== sql || check.isPending)
    return check.isError ? { isReady: true, isRefused: false, text: '' } : { isReady: false, isRefused: false, text: t('Checking…') }
  const [fault] = check.data ?? []
  return fault
    ? { isReady: false, isRefused: true, text: faultText(fault, dataset?.columns.map((column) => column.column_name) ?? []) }
    : { isReady: true, isRefused: false, text: t('Complete.') }
}
