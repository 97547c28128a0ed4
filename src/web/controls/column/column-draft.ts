import type { DatasetFacts } from '#charts/control.ts'
import { t } from '#core/i18n/t.ts'
import type { AdhocColumn, QueryColumn } from '#core/query/query-object.ts'
import { sqlName } from '../field/kind.ts'

export const columnTabs = ['saved', 'simple', 'sql'] as const
export type ColumnTab = (typeof columnTabs)[number]

/** A dimension while it is edited. */
export type ColumnDraft = { tab: ColumnTab; name: string | null; sql: string; label: string | null }

type Facts = Pick<DatasetFacts, 'columns'> | null

const isCalculated = (name: string, dataset: Facts) => Boolean(dataset?.columns.find((column) => column.column_name === name)?.expression)

export const openColumn = (value: QueryColumn | null, dataset: Facts): ColumnDraft => {
  if (value === null) return { tab: 'simple', name: null, sql: '', label: null }
  if (typeof value === 'string') return { tab: isCalculated(value, dataset) ? 'saved' : 'simple', name: value, sql: '', label: null }
  return { tab: 'sql', name: null, sql: value.sqlExpression ?? '', label: value.label ?? null }
}

/** Custom SQL starts with what was chosen before. */
export const withColumnTab = (
  draft: ColumnDraft,
  tab: ColumnTab,
  { dataset, backend }: { dataset: Facts; backend: string | null },
): ColumnDraft => {
  if (tab !== 'sql' || draft.sql !== '' || draft.name === null) return { ...draft, tab }
  const expression = dataset?.columns.find((column) => column.column_name === draft.name)?.expression
  return { ...draft, tab, sql: expression || sqlName(draft.name, backend) }
}

export const defaultColumnLabel = () => t('My column')

/** The column as form data holds it; null while it is not finished. */
export const toColumn = (draft: ColumnDraft): QueryColumn | null => {
  if (draft.tab !== 'sql') return draft.name
  if (draft.sql.trim() === '') return null
  const column: AdhocColumn = { label: draft.label ?? defaultColumnLabel(), sqlExpression: draft.sql, expressionType: 'SQL' }
  return column
}

export const sameColumn = (a: QueryColumn | null, b: QueryColumn | null): boolean => JSON.stringify(a) === JSON.stringify(b)
