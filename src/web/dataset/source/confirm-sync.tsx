import { datasetSourceChanges, type SourceChanges } from '#api/dataset-source.ts'
import { t } from '#core/i18n/t.ts'
import { call } from '../../data/call.ts'
import { confirm, tell } from '../../ui/overlay/confirm.ts'
import { breaksSomething, SourceReport } from './SourceReport.tsx'

const isEmpty = ({ added, changed, lost }: SourceChanges) => added.length + changed.length + lost.length === 0

/** Asks before the columns of a dataset are read again, with what that would add, change, lose and break. */
export const confirmSync = async (id: number): Promise<boolean> => {
  const { result } = await call(datasetSourceChanges, { params: { pk: id }, body: {} })
  if (isEmpty(result)) {
    await tell({ title: t('The columns are up to date'), text: t('The source has the same columns and types.') })
    return false
  }
  return confirm({
    title: t('Sync columns from source'),
    text: <SourceReport changes={result} />,
    action: breaksSomething(result) ? t('Sync and break charts') : t('Sync columns'),
    danger: breaksSomething(result),
  })
}
