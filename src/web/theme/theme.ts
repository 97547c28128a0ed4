import { create } from 'zustand'
import type { ThemeName } from '#core/theme/tokens.ts'
import { cssVariables } from './variables.ts'

export type ThemeChoice = ThemeName | 'system'

const storageKey = 'chartroom.theme'
const systemIsDark = window.matchMedia('(prefers-color-scheme: dark)')

/** False if no theme was chosen in this browser yet. */
export const hasStoredChoice = () => localStorage.getItem(storageKey) !== null

const readChoice = (): ThemeChoice => {
  const stored = localStorage.getItem(storageKey)
  return stored === 'light' || stored === 'dark' ? stored : 'system'
}

const nameOf = (choice: ThemeChoice): ThemeName => (choice === 'system' ? (systemIsDark.matches ? 'dark' : 'light') : choice)

const paint = (name: ThemeName) => {
  const { style, dataset } = document.documentElement
  for (const [variable, value] of Object.entries(cssVariables(name))) style.setProperty(variable, value)
  style.colorScheme = name
  dataset['theme'] = name
}

type ThemeState = { choice: ThemeChoice; name: ThemeName; choose: (choice: ThemeChoice) => void }

/** The user's choice, and the theme that results from it now. */
export const useTheme = create<ThemeState>((set) => ({
  choice: readChoice(),
  name: nameOf(readChoice()),
  choose: (choice) => {
    localStorage.setItem(storageKey, choice)
    set({ choice, name: nameOf(choice) })
  },
}))

export const startTheme = () => {
  paint(useTheme.getState().name)
  useTheme.subscribe(({ name }, before) => name !== before.name && paint(name))
  systemIsDark.addEventListener('change', () => useTheme.setState(({ choice }) => ({ name: nameOf(choice) })))
}
