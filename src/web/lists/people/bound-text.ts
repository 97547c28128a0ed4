import { t } from '#core/i18n/t.ts'

/** Whom a rule binds, in words. */
export const boundText = ({ filter_type, roles }: { filter_type: 'Regular' | 'Base'; roles: { name: string }[] }): string => {
  const names = roles.map(({ name }) => name).join(', ')
  if (filter_type === 'Regular') return names || t('nobody')
  return names ? t('all but %(roles)s', { roles: names }) : t('everybody')
}
