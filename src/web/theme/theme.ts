import { create } from 'zustand'
import type { ThemeName } from '#core/theme/tokens.ts'
import { installedTokens, useThemeTokens } from './tokens.ts'
import { cssVariables, ownVariables } from './variables.ts'

export type ThemeChoice = ThemeName | 'system'

const storageKey = 'chartroom.theme'
const systemIsDark = window.matchMedia('(prefers-color-scheme: dark)')

/** The choice in this browser. Inside another site's page the browser may refuse to store anything. */
const storedChoice = (): string | null => {
  try {
    return localStorage.getItem(storageKey)
  } catch {
    return null
  }
}

const storeChoice = (choice: ThemeChoice) => {
  try {
    localStorage.setItem(storageKey, choice)
  } catch {
    // It holds until the page is left.
  }
}

/** False if no theme was chosen in this browser yet. */
export const hasStoredChoice = () => storedChoice() !== null

const readChoice = (): ThemeChoice => {
  const stored = storedChoice()
  return stored === 'light' || stored === 'dark' ? stored : 'system'
}

const nameOf = (choice: ThemeChoice): ThemeName => (choice === 'system' ? (systemIsDark.matches ? 'dark' : 'light') : choice)

const paint = (name: ThemeName) => {
  const { style, dataset } = document.documentElement
  const variables = { ...cssVariables(name), ...ownVariables(installedTokens(name)), ...ownVariables(useThemeTokens.getState().tokens) }
  for (const [variable, value] of Object.entries(variables)) style.setProperty(variable, value)
  style.colorScheme = name
  dataset['theme'] = name
}

type ThemeState = { choice: ThemeChoice; name: ThemeName; choose: (choice: ThemeChoice) => void; show: (choice: ThemeChoice) => void }

/** The user's choice, and the theme that results from it now. */
export const useTheme = create<ThemeState>((set) => ({
  choice: readChoice(),
  name: nameOf(readChoice()),
  choose: (choice) => {
    storeChoice(choice)
    set({ choice, name: nameOf(choice) })
  },
  /** Without keeping it for the next visit. */
  show: (choice) => set({ choice, name: nameOf(choice) }),
}))

export const startTheme = () => {
  paint(useTheme.getState().name)
  useTheme.subscribe(({ name }, before) => name !== before.name && paint(name))
  useThemeTokens.subscribe(() => paint(useTheme.getState().name))
  systemIsDark.addEventListener('change', () => useTheme.setState(({ choice }) => ({ name: nameOf(choice) })))
}
