import { scopes, type Scope } from '#core/access/scopes.ts'
import { t } from '#core/i18n/t.ts'

const words: Record<Scope, () => { label: string; note: string }> = {
  read: () => ({ label: t('Read'), note: t('Open dashboards, charts and datasets, and query their data') }),
  write: () => ({ label: t('Change'), note: t('Create, change and delete dashboards, charts, datasets and databases') }),
  sql: () => ({ label: t('SQL Lab'), note: t('Run SQL, and read queries and results') }),
  people: () => ({ label: t('People'), note: t('Read and change accounts, roles, groups, row rules and the action log') }),
  scim: () => ({ label: t('SCIM'), note: t('Let an identity provider keep accounts and groups at /scim/v2, and nothing else') }),
}

export const scopeLabel = (scope: Scope): string => words[scope]().label

export const scopeOptions = () => scopes.map((scope) => ({ scope, ...words[scope]() }))

/** Lifetimes in days; null: no end. */
export const lifetimes = [7, 30, 90, 365, null] as const
export type Lifetime = (typeof lifetimes)[number]

export const lifetimeLabel = (days: Lifetime): string =>
  days === null ? t('No expiry') : t.plural(days, '%(count)s day', '%(count)s days', { count: days })
