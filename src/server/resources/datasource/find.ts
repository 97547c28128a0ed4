import type { Principal } from '#core/access/principal.ts'
import { BodyError } from '#core/errors.ts'
import { t } from '#core/i18n/t.ts'
import { requireDataset } from '../../access/require-dataset.ts'
import type { Context } from '../../context.ts'
import { findQuerySource, isQueryType } from '../chart-data/request/query-source.ts'
import { readDataset, type StoredDataset } from '../dataset/read.ts'

export const goneError = () => new BodyError(404, { error: t('Datasource does not exist') })

/** `table` is the legacy name of `dataset`. @throws BodyError 400 for other types */
export const requireTableType = (type: string): void => {
  if (type !== 'table' && type !== 'dataset') throw new BodyError(400, { error: t("'%(type)s' is not a valid DatasourceType", { type }) })
}

/** @throws 404 for an unknown dataset, 403 without access to its data */
export const openDataset = async (
  { db }: Pick<Context, 'db'>,
  principal: Principal,
  id: number,
  refuse: () => Error = goneError,
): Promise<StoredDataset> => {
  if (!(await requireDataset(db, principal, id))) throw refuse()
  const stored = await readDataset(db, id)
  if (!stored) throw refuse()
  return stored
}

/** A dataset, or a statement of SQL Lab, by its columns. @throws as `openDataset` */
export const openData = async (
  ctx: Context,
  principal: Principal,
  { type, id }: { type: string; id: number },
  refuse: () => Error = goneError,
): Promise<{ columns: readonly { column_name: string }[] }> => {
  if (!isQueryType(type)) return openDataset(ctx, principal, id, refuse)
  const source = await findQuerySource(ctx, { id, type }, principal)
  if (!source) throw refuse()
  return source
}
