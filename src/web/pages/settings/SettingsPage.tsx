import { t } from '#core/i18n/t.ts'
import { useSession } from '../../data/session.ts'
import { chooseLanguage, languages } from '../../shell/languages.ts'
import { usePageTitle } from '../../window/use-page-title.ts'
import { useTheme } from '../../theme/theme.ts'
import { Field } from '../../ui/text/Field.tsx'
import { Picker } from '../../ui/choice/Picker.tsx'
import { Segmented } from '../../ui/choice/Segmented.tsx'
import css from './SettingsPage.module.css'

/** Theme and language. */
const SettingsPage = () => {
  usePageTitle(t('Settings'))
  const { isLoggedIn, viewing } = useSession()
  return (
    <div className={css['page']}>
      <h1>{t('Appearance')}</h1>
      <ThemeChoice />
      {isLoggedIn && !viewing && <LanguageChoice />}
    </div>
  )
}

const ThemeChoice = () => {
  const { choice, choose } = useTheme()
  return (
    <Field label={t('Theme')} hint={t('Applies to pages and charts.')}>
      <Segmented
        label={t('Theme')}
        value={choice}
        onChange={choose}
        options={[
          { key: 'light', label: t('Light') },
          { key: 'dark', label: t('Dark') },
          { key: 'system', label: t('Same as system') },
        ]}
      />
    </Field>
  )
}

const browserLanguage = 'browser'

const LanguageChoice = () => {
  const { preferences } = useSession()
  const chosen = languages.find(({ locale }) => locale === preferences['locale'])
  return (
    <Field label={t('Language')} hint={t('For texts, numbers and dates. Saved in your account.')}>
      <Picker
        label={t('Language')}
        value={chosen?.locale ?? browserLanguage}
        options={[
          ...languages.map(({ locale, name }) => ({ value: locale, label: name })),
          { value: browserLanguage, label: t('Same as browser') },
        ]}
        onChange={(value) => void chooseLanguage(languages.find(({ locale }) => locale === value)?.locale ?? null)}
      />
    </Field>
  )
}

export default SettingsPage
