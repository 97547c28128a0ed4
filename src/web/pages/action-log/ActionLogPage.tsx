import { Download } from 'lucide-react'
import { useSearchParams } from 'react-router'
import { logExport } from '#api/log.ts'
import { t } from '#core/i18n/t.ts'
import { urlOf } from '../../data/call.ts'
import { useSession } from '../../data/session.ts'
import { ListPage } from '../../lists/page/ListPage.tsx'
import { listQuery, readListState } from '../../lists/page/list-state.ts'
import { Button } from '../../ui/button/Button.tsx'
import { actionLogConfig } from './action-log-config.tsx'

/** Who did what and when. */
const ActionLogPage = () => {
  const session = useSession()
  const [params] = useSearchParams()
  const config = actionLogConfig(session)
  const { filters } = listQuery(readListState(params, config.defaults), {
    search: config.search,
    conditions: Object.fromEntries(config.filters.map(({ key, condition }) => [key, condition])),
  })
  const download = (
    <Button icon={<Download />} onClick={() => window.location.assign(urlOf(logExport, { q: { filters } }))}>
      {t('Download as CSV')}
    </Button>
  )
  return <ListPage config={{ ...config, actions: download }} />
}

export default ActionLogPage
