import { useState } from 'react'
import { useSession } from '../../data/session.ts'
import { ListPage } from '../../lists/ListPage.tsx'
import { PropertiesSheet } from '../../lists/PropertiesSheet.tsx'
import { dashboardsConfig } from './dashboards-config.tsx'

const DashboardsPage = () => {
  const session = useSession()
  const [edited, edit] = useState<number | null>(null)
  return (
    <>
      <ListPage config={dashboardsConfig({ session, edit })} />
      {edited !== null && <PropertiesSheet kind="dashboard" id={edited} onClose={() => edit(null)} />}
    </>
  )
}

export default DashboardsPage
