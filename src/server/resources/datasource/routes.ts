import {
  columnValues,
  datasourceGet,
  datasourceMetadata,
  datasourceSamples,
  datasourceSave,
  externalMetadata,
  externalMetadataByName,
  tableByName,
  validateExpression,
} from '#api/datasource.ts'
import type { Principal } from '#core/access/principal.ts'
import { BodyError, MessageError } from '#core/errors.ts'
import { t } from '#core/i18n/t.ts'
import { genericType } from '#core/table.ts'
import { isAllowed } from '#core/access/can.ts'
import { subjectOf } from '../../access/subjects.ts'
import { writerOf } from '../../db/owned.ts'
import { fieldTexts, pythonText } from '../../http/errors/faults.ts'
import { serve, type App } from '../../http/serve.ts'
import { ownersOf } from '../../list/field.ts'
import { isQueryType } from '../chart-data/request/query-source.ts'
import { columnsOf, requireTable as demandRelation, typeText } from '../database/catalog.ts'
import { engineFor } from '../database/connection/connection.ts'
import { parseUri } from '../database/connection/uri.ts'
import { datasetData } from '../dataset/data.ts'
import { readColumns } from '../dataset/read-columns.ts'
import type { PhysicalTable } from '../dataset/parts.ts'
import { requireTableType, goneError, openData, openDataset } from './find.ts'
import { readSamples } from './samples.ts'
import { saveDatasource } from './save.ts'
import { findExpressionFaults, queryOfExpression } from './validate.ts'
import { readValues } from './values.ts'

const outside = ({ dialect, columns }: PhysicalTable, isVirtual: boolean) =>
  columns.map(({ name, type, nullable, comment }) => {
    const generic = genericType[dialect.columnType(type)]
    return {
      column_name: name,
      name,
      type: typeText(type),
      ...(!isVirtual && { nullable, default: null, autoincrement: false, comment: comment ?? null }),
      type_generic: generic,
      is_dttm: generic === 2,
    }
  })

export const datasource = (app: App): void => {
  const { ctx } = app

  const shown = async (principal: Principal, id: number) => {
    const stored = await openDataset(ctx, principal, id)
    return datasetData(stored, { owners: await ownersOf(ctx.db, 'dataset', [id]) })
  }

  serve(app, datasourceGet, async ({ principal, params }) => {
    requireTableType(params.type)
    return shown(principal, params.id)
  })

  serve(app, datasourceMetadata, async ({ principal, query }) => {
    const [, id, type] = /^(\d+)__(\w+)$/.exec(query.datasourceKey ?? '') ?? []
    if (!id || !type) {
      const text = '400 Bad Request: The browser (or proxy) sent a request that this server could not understand.'
      throw new BodyError(400, { error: text })
    }
    requireTableType(type)
    return shown(principal, Number(id))
  })

  serve(app, datasourceSave, async ({ principal, body, signal, request }) => {
    const writer = writerOf(principal, request.headers['if-match'])
    const id = await saveDatasource({ ctx, writer, signal }, body?.data)
    return shown(principal, id)
  })

  serve(app, externalMetadata, async ({ principal, params, signal }) => {
    requireTableType(params.type)
    const { row, database } = await openDataset(ctx, principal, params.id)
    return outside(await readColumns({ ctx, principal, signal }, database, row), Boolean(row.sql))
  })

  serve(app, externalMetadataByName, async ({ principal, q, signal }) => {
    const parsed = tableByName.safeParse(q)
    if (!parsed.success) throw new BodyError(400, { error: pythonText(fieldTexts(parsed.error)) })
    const { database_name, catalog_name, schema_name, table_name } = parsed.data
    const row = await ctx.db
      .selectFrom('databases')
      .selectAll()
      .where('database_name', '=', database_name)
      .where('deleted_at', 'is', null)
      .executeTakeFirst()
    const subject = row && (await subjectOf(ctx.db, 'database', row.id))
    if (!row || !subject || !isAllowed(principal, 'see', subject)) throw goneError()
    const access = { ctx, principal, signal, database: row }
    const relation = { catalog: catalog_name ?? null, schema: schema_name ?? null, table: table_name }
    await demandRelation(access, relation)
    const columns = await columnsOf(access, relation)
    if (!columns.length) throw goneError()
    return outside({ dialect: engineFor(parseUri(row.sqlalchemy_uri)).dialect, columns }, false)
  })

  serve(app, datasourceSamples, async ({ principal, query, body, reply, signal }) =>
    reply.type('application/json; charset=utf-8').send(await readSamples({ ctx, principal, signal }, query, body ?? {})),
  )

  serve(app, columnValues, async ({ principal, params, signal }) => {
    const { type, id } = params
    if (!isQueryType(type) && type !== 'table' && type !== 'dataset') {
      throw new MessageError(400, t('Invalid datasource type: %(type)s', { type }))
    }
    const { columns } = await openData(ctx, principal, { type, id }, () => new MessageError(404, t('Datasource does not exist')))
    if (!columns.some((column) => column.column_name === params.column)) {
      throw new MessageError(400, t('Column name %(name)s does not exist', { name: params.column }))
    }
    return { result: await readValues({ ctx, principal, signal }, { type, id }, params.column) }
  })

  serve(app, validateExpression, async ({ principal, params, body, signal }) => {
    if (!body.expression) throw new MessageError(400, t('Expression is required'))
    if (!isQueryType(params.type)) requireTableType(params.type)
    await openData(ctx, principal, params)
    const query = queryOfExpression(body.expression, body.expression_type ?? 'column')
    return { result: await findExpressionFaults({ ctx, principal, signal }, params, { text: body.expression, query }) }
  })
}
