import { Link, Outlet, useLocation } from 'react-router'
import { t } from '#core/i18n/t.ts'
import { useSession } from '../../data/session.ts'
import { settingsGroups } from './sections.ts'
import css from './SettingsFrame.module.css'

const withoutSlash = (path: string) => path.replace(/\/$/, '')

/** On a phone the sections are a row that scrolls. */
const bringIntoView = (link: HTMLElement | null) => link?.scrollIntoView({ inline: 'center', block: 'nearest' })

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
            {sections.map(({ to, label, icon: Icon }) => {
              const isOpen = withoutSlash(to) === withoutSlash(pathname)
              return (
                <Link key={to} ref={isOpen ? bringIntoView : null} to={to} aria-current={isOpen ? 'page' : undefined}>
                  <Icon aria-hidden />
                  {label}
                </Link>
              )
            })}
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
