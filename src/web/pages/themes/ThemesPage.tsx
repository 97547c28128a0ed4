import { themeInfo } from '#api/theme.ts'
import { t } from '#core/i18n/t.ts'
import { useSession } from '../../data/session.ts'
import { lazyDialog } from '../../lazy/lazy-part.tsx'
import { ListPage } from '../../lists/page/ListPage.tsx'
import { useEditedRow } from '../../lists/use-edited.ts'
import { useListSession } from '../../lists/use-list-session.ts'
import { themesConfig, type ThemeRow } from './themes-config.tsx'

const ThemeSheet = lazyDialog(async () => (await import('./ThemeSheet.tsx')).ThemeSheet)

/** Themes of the installation, two of which everybody gets. */
const ThemesPage = () => {
  const session = useListSession({ info: themeInfo, view: 'Theme', noun: t.plural(1, 'theme', 'themes') })
  const { isAdmin, viewing } = useSession()
  const { edited, edit, close } = useEditedRow<ThemeRow | 'new'>()
  return (
    <>
      <ListPage config={themesConfig({ session, isAdmin: isAdmin && !viewing, edit })} />
      {edited !== null && (
        <ThemeSheet key={edited === 'new' ? 'new' : edited.id} theme={edited === 'new' ? null : edited} onClose={close} />
      )}
    </>
  )
}

export default ThemesPage
