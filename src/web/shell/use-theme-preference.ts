import { useEffect } from 'react'
import { changePreferencesRoute } from '#api/me.ts'
import { call } from '../data/call.ts'
import { useSessionQuery } from '../data/session.ts'
import { hasStoredChoice, useTheme } from '../theme/theme.ts'

/** Keeps the theme of the browser and the account in step: the browser's choice wins and is saved in the account. */
export const useThemePreference = () => {
  const { data: session } = useSessionQuery()
  const accountTheme = session?.isLoggedIn && !session.viewing ? session.theme : undefined

  useEffect(() => {
    if (!accountTheme) return
    if (accountTheme !== 'system' && !hasStoredChoice()) useTheme.getState().choose(accountTheme)
    let savedChoice = useTheme.getState().choice
    return useTheme.subscribe(({ choice }) => {
      if (choice === savedChoice) return
      savedChoice = choice
      void call(changePreferencesRoute, { body: { theme: choice } }).catch(() => undefined)
    })
  }, [accountTheme])
}
