import { randomUUID } from 'node:crypto'
import { syncObjectPairs } from '../access/object-pairs.ts'
import type { Context } from '../context.ts'
import { houseId } from '../house/house.ts'

/** A dataset of the house database without a table, for tests that run no queries. */
export const makeDataset = async (ctx: Pick<Context, 'db' | 'now'>, name: string, columns: string[], schema = 'main'): Promise<number> => {
  const now = ctx.now().toISOString()
  const stamp = { created_on: now, changed_on: now }
  const dataset = {
    catalog: null,
    sql: null,
    description: null,
    main_dttm_col: null,
    default_endpoint: null,
    cache_timeout: null,
    params: null,
  }
  const queried = {
    fetch_values_predicate: null,
    template_params: null,
    extra: null,
    timezone: null,
    folders: null,
    currency_code_column: null,
  }
  const owned = { external_url: null, deleted_at: null, created_by_fk: null, changed_by_fk: null }
  const { id } = await ctx.db
    .insertInto('datasets')
    .values({ ...stamp, ...dataset, ...queried, ...owned, uuid: randomUUID(), database_id: await houseId(ctx), schema, table_name: name })
    .returning('id')
    .executeTakeFirstOrThrow()
  for (const [position, column_name] of columns.entries()) {
    await ctx.db
      .insertInto('dataset_columns')
      .values({
        ...stamp,
        uuid: randomUUID(),
        dataset_id: id,
        position,
        column_name,
        type: 'VARCHAR',
        verbose_name: null,
        advanced_data_type: null,
        expression: null,
        description: null,
        python_date_format: null,
        extra: null,
      })
      .execute()
  }
  await syncObjectPairs(ctx.db, 'dataset', id)
  return id
}
