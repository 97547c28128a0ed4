import { Link, Outlet, useLocation } from 'react-router'
import { t } from '#core/i18n/t.ts'
import { useSession } from '../../data/session.ts'
import { settingsGroups } from './sections.ts'
import css from './SettingsFrame.module.css'

const withoutSlash = (path: string) => path.replace(/\/$/, '')

/** Layout of the settings: the list of sections and the open one. */
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
              <Link key={to} to={to} aria-current={withoutSlash(to) === withoutSlash(pathname) ? 'page' : undefined}>
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
