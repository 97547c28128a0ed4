import { columnRuleInfo } from '#api/column-rule.ts'
import { t } from '#core/i18n/t.ts'
import { lazyDialog } from '../../lazy/lazy-part.tsx'
import { ListPage } from '../../lists/page/ListPage.tsx'
import { useEditedRow } from '../../lists/use-edited.ts'
import { useListSession } from '../../lists/use-list-session.ts'
import { columnRulesConfig, type ColumnRuleRow } from './column-rules-config.tsx'

const ColumnRuleSheet = lazyDialog(async () => (await import('./ColumnRuleSheet.tsx')).ColumnRuleSheet)

/** Which columns of a dataset are hidden from the holders of roles, or shown to them masked. */
const ColumnRulesPage = () => {
  const session = useListSession({ info: columnRuleInfo, view: 'Row Level Security', noun: t.plural(1, 'rule', 'rules') })
  const { edited, edit, close } = useEditedRow<ColumnRuleRow | 'new'>()
  return (
    <>
      <ListPage config={columnRulesConfig({ session, edit })} />
      {edited !== null && (
        <ColumnRuleSheet key={edited === 'new' ? 'new' : edited.id} rule={edited === 'new' ? null : edited} onClose={close} />
      )}
    </>
  )
}

export default ColumnRulesPage
