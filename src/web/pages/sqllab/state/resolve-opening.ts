import { datasetGet } from '#api/dataset.ts'
import { queryGet } from '#api/query.ts'
import { savedQueryGet } from '#api/saved-query.ts'
import { sqllabPermalinkGet } from '#api/sqllab.ts'
import { call, callRecord } from '../../../data/call.ts'
import type { LabDatabase } from './databases.ts'
import { openingOf, type Opening } from './opening.ts'
import type { NewTab } from './use-tabs.ts'

const savedColumns = ['label', 'sql', 'database.id', 'catalog', 'schema', 'template_parameters'] as const
const queryColumns = ['tab_name', 'sql', 'database.id', 'catalog', 'schema', 'template_params'] as const
const datasetColumns = ['table_name', 'database.id', 'schema', 'sql', 'select_star'] as const

/** The tab that is opened: reads what the opening names. */
export const resolveOpening = async (opening: Opening, databases: readonly LabDatabase[]): Promise<NewTab> => {
  if (opening.kind === 'script') {
    const named = databases.find(({ name }) => name === opening.databaseName)
    return { ...(named && { database_id: named.id }), ...opening.tab }
  }
  if (opening.kind === 'link') {
    const linked = openingOf(await call(sqllabPermalinkGet, { params: { key: opening.key } }))
    return linked?.kind === 'script' ? linked.tab : {}
  }
  if (opening.kind === 'saved query') {
    const { data, etag } = await callRecord(savedQueryGet, { params: { pk: opening.id }, columns: savedColumns })
    const { result } = data
    return {
      label: result.label ?? '',
      database_id: result.database?.id ?? null,
      catalog: result.catalog ?? null,
      schema: result.schema ?? null,
      sql: result.sql ?? '',
      template_params: result.template_parameters ?? null,
      saved_query_id: opening.id,
      saved_query_version: etag,
    }
  }
  if (opening.kind === 'query') {
    const { result } = (await callRecord(queryGet, { params: { pk: opening.id }, columns: queryColumns })).data
    return {
      label: result.tab_name ?? '',
      database_id: result.database?.id ?? null,
      catalog: result.catalog ?? null,
      schema: result.schema ?? null,
      sql: result.sql ?? '',
      template_params: result.template_params ?? null,
      ...(opening.autorun && { autorun: true }),
    }
  }
  const { result } = (await callRecord(datasetGet, { params: { idOrName: String(opening.id) }, columns: datasetColumns })).data
  return {
    label: result.table_name,
    database_id: result.database?.id ?? null,
    schema: result.schema ?? null,
    sql: result.sql || result.select_star || '',
    ...opening.tab,
  }
}
