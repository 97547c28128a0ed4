import { rowRuleInfo } from '#api/row-rule.ts'
import { t } from '#core/i18n/t.ts'
import { lazyDialog } from '../../lazy/lazy-part.tsx'
import { ListPage } from '../../lists/page/ListPage.tsx'
import { useEditedRow } from '../../lists/use-edited.ts'
import { useListSession } from '../../lists/use-list-session.ts'
import { rowRulesConfig, type RowRuleRow } from './row-rules-config.tsx'

const RowRuleSheet = lazyDialog(async () => (await import('./RowRuleSheet.tsx')).RowRuleSheet)

/** Which rows of a dataset the holders of roles may read. */
const RowRulesPage = () => {
  const session = useListSession({ info: rowRuleInfo, view: 'Row Level Security', noun: t.plural(1, 'rule', 'rules') })
  const { edited, edit, close } = useEditedRow<RowRuleRow | 'new'>()
  return (
    <>
      <ListPage config={rowRulesConfig({ session, edit })} />
      {edited !== null && (
        <RowRuleSheet key={edited === 'new' ? 'new' : edited.id} rule={edited === 'new' ? null : edited} onClose={close} />
      )}
    </>
  )
}

export default RowRulesPage
