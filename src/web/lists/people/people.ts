import { fullName } from '#core/format/full-name.ts'
import { t } from '#core/i18n/t.ts'

export type Person = { id: number; first_name: string; last_name: string }

/** "You" for the current user. */
export const nameFor = (person: Person, me: number): string => (person.id === me ? t('You') : fullName(person))
