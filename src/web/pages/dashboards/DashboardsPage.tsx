import { dashboardInfo } from '#api/dashboard.ts'
import { t } from '#core/i18n/t.ts'
import { lazyDialog } from '../../lazy/lazy-part.tsx'
import { ListPage } from '../../lists/page/ListPage.tsx'
import { useEditedRow } from '../../lists/use-edited.ts'
import { useListSession } from '../../lists/use-list-session.ts'
import { dashboardsConfig } from './dashboards-config.tsx'

const PropertiesSheet = lazyDialog(async () => (await import('../../lists/PropertiesSheet.tsx')).PropertiesSheet)

const DashboardsPage = () => {
  const session = useListSession({ info: dashboardInfo, view: 'Dashboard', noun: t.plural(1, 'dashboard', 'dashboards') })
  const { edited, edit, close } = useEditedRow()
  return (
    <>
      <ListPage config={dashboardsConfig({ session, edit })} />
      {edited !== null && <PropertiesSheet key={edited} kind="dashboard" id={edited} onClose={close} />}
    </>
  )
}

export default DashboardsPage
