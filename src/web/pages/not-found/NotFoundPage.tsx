import { SearchX } from 'lucide-react'
import { useLocation } from 'react-router'
import { t } from '#core/i18n/t.ts'
import { paths } from '../../data/paths.ts'
import { usePageTitle } from '../../window/use-page-title.ts'
import { ButtonLink } from '../../ui/button/Button.tsx'
import { EmptyState } from '../../ui/feedback/State.tsx'

const NotFoundPage = () => {
  const { pathname } = useLocation()
  usePageTitle(t('Not found'))
  return (
    <EmptyState
      icon={<SearchX />}
      title={t('Page not found')}
      text={t('There is no page at %(path)s. It may have been moved or deleted.', { path: pathname })}
      actions={
        <ButtonLink kind="primary" to={paths.home}>
          {t('Go to the home page')}
        </ButtonLink>
      }
    />
  )
}

export default NotFoundPage
