import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { databaseValidateSql } from '#api/database.ts'
import { t } from '#core/i18n/t.ts'
import { call } from '../../data/call.ts'
import type { CodeFault } from '../../ui/code/faults.ts'

/** Where the tables of a statement are looked for. */
export type StatementPlace = { database: number; catalog?: string | null; schema: string | null }

type StatementCheck = {
  /** The line under the editor; '' while there is nothing to say. */
  text: string
  isRefused: boolean
  faults: readonly CodeFault[]
}

const restMs = 500

const unchecked: StatementCheck = { text: '', isRefused: false, faults: [] }

const parametersIn = (text: string): Record<string, unknown> => {
  try {
    const found: unknown = JSON.parse(text || '{}')
    return typeof found === 'object' && found !== null && !Array.isArray(found) ? { ...found } : {}
  } catch {
    return {}
  }
}

/** What the database makes of a statement once it has rested; one that cannot be checked counts as fine. */
export const useStatementCheck = (place: StatementPlace | null, sql: string, templateParams = ''): StatementCheck => {
  const [rested, setRested] = useState('')
  useEffect(() => {
    if (rested === sql) return
    const timer = setTimeout(() => setRested(sql), restMs)
    return () => clearTimeout(timer)
  }, [sql, rested])
  const { database = 0, catalog = null, schema = null } = place ?? {}
  const isPlaced = place !== null
  const isAsked = isPlaced && rested === sql && sql.trim() !== ''
  const { data, isFetching } = useQuery({
    queryKey: ['statement', database, catalog, schema, rested, templateParams],
    enabled: isAsked,
    staleTime: 60_000,
    retry: false,
    queryFn: async ({ signal }) => {
      const body = { sql: rested, catalog, schema, template_params: parametersIn(templateParams) }
      return (await call(databaseValidateSql, { params: { pk: database }, body }, { signal })).result
    },
  })
  return useMemo(() => {
    if (!isPlaced || sql.trim() === '') return unchecked
    if (!isAsked || isFetching) return { ...unchecked, text: t('Checking…') }
    const [first] = data ?? []
    if (!first) return data ? { ...unchecked, text: t('Complete.') } : unchecked
    return {
      text: t('Line %(line)s: %(message)s', { line: first.line_number ?? 1, message: first.message.split('\n')[0] ?? '' }),
      isRefused: true,
      faults: (data ?? []).map(({ message, line_number, start_column, end_column }) => ({
        message,
        ...(line_number !== null && { line: line_number }),
        ...(start_column !== null && { from: start_column }),
        ...(end_column !== null && { to: end_column }),
      })),
    }
  }, [isPlaced, sql, isAsked, isFetching, data])
}
