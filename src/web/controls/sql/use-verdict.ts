import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { validateExpression } from '#api/datasource.ts'
import type { DatasetFacts } from '#charts/control.ts'
import { t } from '#core/i18n/t.ts'
import { call } from '../../data/call.ts'
import { expressionErrorText } from '../../frame/data/fault.ts'
import type { CodeFault } from '../../ui/code/faults.ts'
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
  /** Where it is rejected. */
  faults: readonly CodeFault[]
}

const none: readonly CodeFault[] = []

const rest = 500

type Fault = { message: string; line_number: number; start_column: number; end_column: number }

const faultText = ({ message }: Fault, columns: string[]) =>
  expressionErrorText(message, columns) ?? message.replace(/^(Error|.*? Error): /, '').split('\n')[0] ?? message

const toCodeFault = ({ message, line_number, start_column, end_column }: Fault): CodeFault => ({
  message,
  line: line_number,
  from: start_column,
  to: end_column,
})

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
  const columns = dataset?.columns.map((column) => column.column_name) ?? []
  const found = check.data
  const faults = useMemo(() => (found ?? []).map(toCodeFault), [found])
  if (state.kind !== 'ready') return { isReady: false, isRefused: false, text: sqlStateText(state, t), faults: none }
  if (rested !== sql || check.isPending)
    return check.isError
      ? { isReady: true, isRefused: false, text: '', faults: none }
      : { isReady: false, isRefused: false, text: t('Checking…'), faults: none }
  const [fault] = found ?? []
  return fault
    ? { isReady: false, isRefused: true, text: faultText(fault, columns), faults }
    : { isReady: true, isRefused: false, text: t('Complete.'), faults: none }
}
