import { useEffect } from 'react'
import { changePreferencesRoute } from '#api/me.ts'
import { call } from '../data/call.ts'
import { useSessionQuery } from '../data/session.ts'
import { hasStoredChoice, useTheme } from '../theme/theme.ts'

/** The theme goes with the person: a browser that has none yet takes the account's, and a choice made here is told to the account. */
export const useThemePreference = () => {
  const { data: session } = useSessionQuery()
  const theirs = session?.isKnown ? session.theme : undefined

  useEffect(() => {
    if (!theirs) return
    if (theirs !== 'system' && !hasStoredChoice()) useTheme.getState().choose(theirs)
    let told = useTheme.getState().choice
    return useTheme.subscribe(({ choice }) => {
      if (choice === told) return
      told = choice
      void call(changePreferencesRoute, { body: { theme: choice } }).catch(() => undefined)
    })
  }, [theirs])
}
