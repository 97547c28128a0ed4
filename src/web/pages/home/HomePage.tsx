import { t } from '#core/i18n/t.ts'
import { useSession } from '../../data/session.ts'
import { usePageTitle } from '../../window/use-page-title.ts'
import { ProgressLine } from '../../ui/feedback/ProgressLine.tsx'
import { ErrorState } from '../../ui/feedback/State.tsx'
import { errorText } from '../../data/call-error.ts'
import { NewUserHome } from './FirstHome.tsx'
import { useHome } from './home-data.ts'
import { ReturningHome } from './UsedHome.tsx'
import css from './HomePage.module.css'

/** The start page: ways to add data for new users, recent items for others. */
const HomePage = () => {
  usePageTitle(undefined)
  const session = useSession()
  const home = useHome(session)
  const { visited, starred, mine } = home
  const failed = visited.error ?? starred.error ?? mine.error
  if (failed) {
    return (
      <ErrorState
        title={t('The home page could not be loaded')}
        text={errorText(failed)}
        onRetry={() => {
          void visited.refetch()
          void starred.refetch()
          void mine.refetch()
        }}
      />
    )
  }
  if (!visited.data || !starred.data || !mine.data) return <ProgressLine label={t('Loading')} />
  const isUsed = visited.data.length > 0 || starred.data.count > 0 || mine.data.items.some(({ isExample }) => !isExample)
  return (
    <div className={css['page']}>
      {isUsed ? <ReturningHome home={home} session={session} /> : <NewUserHome home={home} session={session} />}
    </div>
  )
}

export default HomePage
