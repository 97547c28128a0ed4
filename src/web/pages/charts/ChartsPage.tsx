import { useState } from 'react'
import { useSession } from '../../data/session.ts'
import { ListPage } from '../../lists/ListPage.tsx'
import { PropertiesSheet } from '../../lists/PropertiesSheet.tsx'
import { useVizName } from '../../lists/viz-names.ts'
import { chartsConfig } from './charts-config.tsx'

const ChartsPage = () => {
  const session = useSession()
  const vizName = useVizName()
  const [edited, edit] = useState<number | null>(null)
  return (
    <>
      <ListPage config={chartsConfig({ session, vizName, edit })} />
      {edited !== null && <PropertiesSheet kind="chart" id={edited} onClose={() => edit(null)} />}
    </>
  )
}

export default ChartsPage
