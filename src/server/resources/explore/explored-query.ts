import type { Context } from '../../context.ts'
import type { Principal } from '#core/access/principal.ts'
import { requireDataset } from '../../access/require-dataset.ts'
import { findQuerySource, isQueryType, type QuerySource } from '../chart-data/request/query-source.ts'
import { abilitiesOf, backendOf } from '../database/connection/describe.ts'
import { engineFor } from '../database/connection/connection.ts'
import { parseUri } from '../database/connection/uri.ts'
import { timeGrains } from '../dataset/data.ts'

/** A statement of SQL Lab as explore receives it, with the fields of a dataset. */
export const exploredQuery = ({ id, type, database, dataset, columns, parametersText }: QuerySource) => {
  const names = columns.map((column) => column.column_name)
  return {
    id,
    uid: `${id}__${type}`,
    type,
    name: dataset.table_name,
    datasource_name: dataset.table_name,
    catalog: dataset.catalog,
    schema: dataset.schema,
    sql: dataset.sql ?? '',
    template_params: parametersText,
    database: { id: database.id, name: database.database_name, backend: backendOf(database), ...abilitiesOf(database) },
    columns: columns.map(({ column_name, type: native, type_generic, is_dttm }) => ({
      column_name,
      verbose_name: null,
      description: null,
      expression: null,
      type: native,
      type_generic,
      is_dttm,
      groupby: true,
      filterable: true,
    })),
    metrics: [],
    owners: [],
    main_dttm_col: dataset.main_dttm_col,
    time_grain_sqla: timeGrains(engineFor(parseUri(database.sqlalchemy_uri))),
    order_by_choices: names.toSorted().flatMap((name): [string, string][] => [
      [JSON.stringify([name, true]), `${name} [asc]`],
      [JSON.stringify([name, false]), `${name} [desc]`],
    ]),
    verbose_map: Object.fromEntries(names.map((name) => [name, name])),
    filter_select: true,
  }
}

type DataRef = { id: number; type: string }

/** Whether there is such a dataset or statement. @throws the error that `closed` creates, without access to its data */
export const hasData = async (ctx: Context, principal: Principal, { id, type }: DataRef, closed: () => Error): Promise<boolean> =>
  (isQueryType(type) ? await findQuerySource(ctx, { id, type }, principal) : await requireDataset(ctx.db, principal, id, closed)) !== null
