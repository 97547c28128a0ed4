import { colors } from '../theme/tokens.ts'
import type { ThemeName } from '../theme/tokens.ts'

/** The tints of conditional formatting as the wire stores them; 'Green' and 'Red' are those of time comparison. */
export const ruleTints = { green: '#ACE1C4', yellow: '#FDE380', red: '#EFA1AA' } as const

const tokens: Record<string, 'good' | 'warn' | 'bad'> = {
  [ruleTints.green]: 'good',
  [ruleTints.yellow]: 'warn',
  [ruleTints.red]: 'bad',
  colorSuccess: 'good',
  colorWarning: 'warn',
  colorError: 'bad',
  Green: 'good',
  Red: 'bad',
}

/** The colour that a stored tint has in a theme: a status token, or the stored colour itself where it is another. */
export const ruleColor = (stored: unknown, theme: ThemeName): string => {
  const token = tokens[String(stored)]
  return token ? colors[theme][token] : /^#[0-9a-f]{6}$/i.test(String(stored)) ? String(stored) : colors[theme].good
}
