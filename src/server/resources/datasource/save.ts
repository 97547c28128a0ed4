import type { SavedDatasource } from '#api/datasource.ts'
import { savedDatasource } from '#api/datasource.ts'
import { datasetUpdate, type DatasetPatch } from '#api/dataset.ts'
import { can } from '#core/access/can.ts'
import { BodyError, MessageError } from '#core/errors.ts'
import { t } from '#core/i18n/t.ts'
import { subjectOf } from '../../access/subjects.ts'
import { fieldTexts } from '../../http/faults.ts'
import { updateDataset, type Asking } from '../dataset/store.ts'
import { columnsOf, metricsOf } from '../dataset/read.ts'
import { gone } from './find.ts'

const parseData = (data: string | undefined): SavedDatasource => {
  if (data === undefined) throw new BodyError(400, { error: t('Request missing data field.') })
  try {
    const parsed = savedDatasource.safeParse(JSON.parse(data))
    if (parsed.success) return parsed.data
    throw new MessageError(400, fieldTexts(parsed.error))
  } catch (error) {
    if (error instanceof MessageError) throw error
    throw new BodyError(400, { error: t('The field data is not JSON') }, { cause: error })
  }
}

const repeated = (names: string[]) => [...new Set(names.filter((name, i) => names.indexOf(name) !== i))]

type Part = Record<string, unknown>

/** Columns and metrics come without ids: those of a known name are the known ones. */
const withIds = (
  parts: Part[],
  key: 'column_name' | 'metric_name',
  known: readonly { id: number; name: string }[],
  fields: readonly string[],
): Part[] =>
  parts.map((part) => {
    const id = known.find(({ name }) => name === part[key])?.id
    const kept = Object.fromEntries(fields.flatMap((name) => (part[name] === undefined ? [] : [[name, part[name]] as const])))
    return { ...(id !== undefined && { id }), ...kept }
  })

const columnFields = [
  'column_name',
  'type',
  'advanced_data_type',
  'verbose_name',
  'description',
  'expression',
  'extra',
  'filterable',
  'groupby',
  'is_active',
  'is_dttm',
  'python_date_format',
]
const metricFields = [
  'metric_name',
  'expression',
  'description',
  'extra',
  'metric_type',
  'd3format',
  'currency',
  'verbose_name',
  'warning_text',
]
const settings = [
  'table_name',
  'description',
  'schema',
  'sql',
  'main_dttm_col',
  'default_endpoint',
  'filter_select_enabled',
  'fetch_values_predicate',
  'offset',
  'cache_timeout',
  'is_sqllab_view',
  'template_params',
  'extra',
  'normalize_columns',
] as const

const patchOf = async ({ ctx }: Asking, data: SavedDatasource): Promise<DatasetPatch> => {
  const [columns, metrics] = [await columnsOf(ctx.db, [data.id]), await metricsOf(ctx.db, [data.id])]
  const body = {
    ...Object.fromEntries(settings.flatMap((name) => (data[name] === undefined ? [] : [[name, data[name]] as const]))),
    ...(data.database?.id !== undefined && { database_id: data.database.id }),
    ...(data.owners && { owners: data.owners.map((owner) => (typeof owner === 'number' ? owner : Number(owner['id'] ?? owner['value']))) }),
    ...(data.columns && {
      columns: withIds(
        data.columns,
        'column_name',
        columns.map(({ id, column_name: name }) => ({ id, name })),
        columnFields,
      ),
    }),
    ...(data.metrics && {
      metrics: withIds(
        data.metrics,
        'metric_name',
        metrics.map(({ id, metric_name: name }) => ({ id, name })),
        metricFields,
      ),
    }),
  }
  const parsed = datasetUpdate.body.safeParse(body)
  if (!parsed.success) throw new MessageError(400, fieldTexts(parsed.error))
  return parsed.data
}

/** Saves a dataset as the old editor sends it, and tells its id. @throws 400, 403, 404, 409 */
export const saveDatasource = async (asking: Asking, text: string | undefined): Promise<number> => {
  const data = parseData(text)
  const subject = await subjectOf(asking.ctx.db, 'dataset', data.id)
  const decision = subject && can(asking.writer.principal, 'change', subject)
  if (!decision || (!decision.allowed && decision.reason === 'unseen')) throw gone()
  if (!decision.allowed) throw new BodyError(403, { error: t('Changing this dataset is forbidden') })
  const twice = repeated((data.columns ?? []).map((column) => String(column['column_name'])))
  if (twice.length) throw new BodyError(409, { error: t('Duplicate column name(s): %(columns)s', { columns: twice.join(',') }) })
  await updateDataset(asking, data.id, { body: await patchOf(asking, data), overrideColumns: false })
  return data.id
}
