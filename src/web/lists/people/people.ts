import { t } from '#core/i18n/t.ts'

export type Person = { id: number; first_name: string; last_name: string }

export const fullName = ({ first_name, last_name }: Pick<Person, 'first_name' | 'last_name'>): string => `${first_name} ${last_name}`.trim()

/** "You" for the current user. */
export const nameFor = (person: Person, me: number): string => (person.id === me ? t('You') : fullName(person))
