import { useState } from 'react'
import { dashboardInfo } from '#api/dashboard.ts'
import { t } from '#core/i18n/t.ts'
import { lazyDialog } from '../../lazy/lazy-part.tsx'
import { ListPage } from '../../lists/page/ListPage.tsx'
import { usePublicIds } from '../../lists/sharing/public-links.ts'
import { useEditedRow } from '../../lists/use-edited.ts'
import { useListSession } from '../../lists/use-list-session.ts'
import { dashboardsConfig } from './dashboards-config.tsx'

const PropertiesSheet = lazyDialog(async () => (await import('../../lists/PropertiesSheet.tsx')).PropertiesSheet)
const PublicLinkDialog = lazyDialog(async () => (await import('../../lists/sharing/PublicLinkDialog.tsx')).PublicLinkDialog)

const DashboardsPage = () => {
  const session = useListSession({ info: dashboardInfo, view: 'Dashboard', noun: t.plural(1, 'dashboard', 'dashboards') })
  const { edited, edit, close } = useEditedRow()
  const [sharing, share] = useState<number | null>(null)
  const shared = usePublicIds('dashboard')
  return (
    <>
      <ListPage config={dashboardsConfig({ session, edit, share, shared })} />
      {edited !== null && <PropertiesSheet key={edited} kind="dashboard" id={edited} onClose={close} />}
      {sharing !== null && <PublicLinkDialog kind="dashboard" id={sharing} onClose={() => share(null)} />}
    </>
  )
}

export default DashboardsPage
