import type { Principal } from '#core/access/principal.ts'
import { BodyError } from '#core/errors.ts'
import { t } from '#core/i18n/t.ts'
import { requireDataset } from '../../access/require-dataset.ts'
import type { Context } from '../../context.ts'
import { readDataset, type StoredDataset } from '../dataset/read.ts'

export const gone = () => new BodyError(404, { error: t('Datasource does not exist') })

/** The old word for a dataset is `table`. @throws 400 */
export const demandTable = (type: string): void => {
  if (type !== 'table' && type !== 'dataset') throw new BodyError(400, { error: t("'%(type)s' is not a valid DatasourceType", { type }) })
}

/** @throws 404 when it is not there, 403 when its data is closed */
export const openDataset = async (
  { db }: Pick<Context, 'db'>,
  principal: Principal,
  id: number,
  refuse: () => Error = gone,
): Promise<StoredDataset> => {
  if (!(await requireDataset(db, principal, id))) throw refuse()
  const stored = await readDataset(db, id)
  if (!stored) throw refuse()
  return stored
}
