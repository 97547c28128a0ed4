import { Link, Outlet, useLocation } from 'react-router'
import { t } from '#core/i18n/t.ts'
import { useSession } from '../../data/session.ts'
import { settingsGroups } from './sections.ts'
import css from './SettingsFrame.module.css'

const trimmed = (path: string) => path.replace(/\/$/, '')

/** The list of sections at the left, and the one that is open. */
const SettingsFrame = () => {
  const session = useSession()
  const { pathname } = useLocation()
  return (
    <div className={css['frame']}>
      <nav className={css['sections']} aria-label={t('Settings')}>
        <p className={css['title']}>{t('Settings')}</p>
        {settingsGroups(session).map(({ heading, sections }) => (
          <div key={heading} className={css['group']} role="group" aria-label={heading}>
            <h2>{heading}</h2>
            {sections.map(({ to, label, icon: Icon }) => (
              <Link key={to} to={to} aria-current={trimmed(to) === trimmed(pathname) ? 'page' : undefined}>
                <Icon aria-hidden />
                {label}
              </Link>
            ))}
          </div>
        ))}
      </nav>
      <div className={css['open']}>
        <Outlet />
      </div>
    </div>
  )
}

export default SettingsFrame
