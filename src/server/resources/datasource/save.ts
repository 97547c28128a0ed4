import type { SavedDatasource } from '#api/datasource.ts'
import { savedDatasource } from '#api/datasource.ts'
import { datasetUpdate } from '#api/dataset.ts'
import type { DatasetPatch } from '#api/bodies/dataset.ts'
import { can } from '#core/access/can.ts'
import { BodyError, MessageError } from '#core/errors.ts'
import { t } from '#core/i18n/t.ts'
import { subjectOf } from '../../access/subjects.ts'
import { fieldTexts } from '../../http/errors/faults.ts'
import { updateDataset } from '../dataset/store.ts'
import type { DatasetWrite } from '../dataset/dataset-write.ts'
import { columnsOf, metricsOf } from '../dataset/read.ts'
import { goneError } from './find.ts'

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

/** Missing fields are cleared, because the legacy editor sends all fields. */
const filled = (part: Part, { texts, flags = [] }: { texts: readonly string[]; flags?: readonly string[] }): Part => ({
  ...Object.fromEntries(texts.map((name) => [name, part[name] ?? null])),
  ...Object.fromEntries(flags.map((name) => [name, part[name] ?? false])),
})

const given = (part: Part, names: readonly string[]): Part =>
  Object.fromEntries(names.flatMap((name) => (part[name] === undefined ? [] : [[name, part[name]] as const])))

/** Columns and metrics have no ids; they are matched by name. */
const withId = (known: readonly { id: number; name: string }[], name: unknown): { id?: number } => {
  const id = known.find((one) => one.name === name)?.id
  return id === undefined ? {} : { id }
}

const columnFields = {
  texts: ['type', 'advanced_data_type', 'verbose_name', 'description', 'expression', 'extra', 'python_date_format'],
  flags: ['filterable', 'groupby', 'is_dttm'],
}
const metricFields = { texts: ['description', 'extra', 'metric_type', 'd3format', 'currency', 'verbose_name', 'warning_text'] }
const settings = {
  texts: [
    'description',
    'main_dttm_col',
    'default_endpoint',
    'fetch_values_predicate',
    'offset',
    'cache_timeout',
    'template_params',
    'extra',
  ],
  flags: ['filter_select_enabled', 'is_sqllab_view', 'normalize_columns', 'always_filter_main_dttm'],
}
/** Fields of the source, which are kept when missing. */
const source = ['table_name', 'schema', 'catalog', 'sql']

const patchOf = async ({ ctx }: DatasetWrite, data: SavedDatasource): Promise<DatasetPatch> => {
  const [columns, metrics] = [await columnsOf(ctx.db, [data.id]), await metricsOf(ctx.db, [data.id])]
  const [knownColumns, knownMetrics] = [
    columns.map(({ id, column_name: name }) => ({ id, name })),
    metrics.map(({ id, metric_name: name }) => ({ id, name })),
  ]
  const body = {
    ...given(data, source),
    ...filled(data, settings),
    ...(data.database?.id !== undefined && { database_id: data.database.id }),
    ...(data.owners && { owners: data.owners.map((owner) => (typeof owner === 'number' ? owner : Number(owner['id'] ?? owner['value']))) }),
    ...(data.columns && {
      columns: data.columns.map((part) => ({
        ...withId(knownColumns, part['column_name']),
        ...given(part, ['column_name', 'is_active']),
        ...filled(part, columnFields),
      })),
    }),
    ...(data.metrics && {
      metrics: data.metrics.map((part) => ({
        ...withId(knownMetrics, part['metric_name']),
        ...given(part, ['metric_name', 'expression']),
        ...filled(part, metricFields),
      })),
    }),
  }
  const parsed = datasetUpdate.body.safeParse(body)
  if (!parsed.success) throw new MessageError(400, fieldTexts(parsed.error))
  return parsed.data
}

/** Saves a dataset in the legacy editor's format; returns its id. @throws 400, 403, 404, 409 */
export const saveDatasource = async (write: DatasetWrite, text: string | undefined): Promise<number> => {
  const data = parseData(text)
  const subject = await subjectOf(write.ctx.db, 'dataset', data.id)
  const decision = subject && can(write.writer.principal, 'change', subject)
  if (!decision || (!decision.allowed && decision.reason === 'unseen')) throw goneError()
  if (!decision.allowed) throw new BodyError(403, { error: t('Changing this dataset is forbidden') })
  const twice = repeated((data.columns ?? []).map((column) => String(column['column_name'])))
  if (twice.length) throw new BodyError(409, { error: t('Duplicate column name(s): %(columns)s', { columns: twice.join(',') }) })
  await updateDataset(write, data.id, { body: await patchOf(write, data), overrideColumns: false })
  return data.id
}
