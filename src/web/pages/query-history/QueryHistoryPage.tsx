import { useSession } from '../../data/session.ts'
import { ListPage } from '../../lists/page/ListPage.tsx'
import { queryHistoryConfig } from './query-history-config.tsx'

/** What somebody ran in SQL Lab; administrators see everybody's queries. */
const QueryHistoryPage = () => <ListPage config={queryHistoryConfig(useSession())} />

export default QueryHistoryPage
