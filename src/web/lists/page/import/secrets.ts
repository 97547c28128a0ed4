import { t } from '#core/i18n/t.ts'

/** A secret of a database that its file masks, by the part of the form that brings it. */
export type AskedSecret = {
  part: 'passwords' | 'ssh_tunnel_passwords' | 'ssh_tunnel_private_keys' | 'ssh_tunnel_private_key_passwords' | 'encrypted_extra_secrets'
  /** The file of the database. */
  path: string
  /** What the database is called in labels. */
  name: string
  /** JSONPath within the secure extra; null elsewhere. */
  field: string | null
}

export type TypedSecrets = ReadonlyMap<string, { asked: AskedSecret; value: string }>

export const keyOf = ({ part, path, field }: AskedSecret): string => JSON.stringify([part, path, field])

export const withSecret = (typed: TypedSecrets, asked: AskedSecret, value: string): TypedSecrets =>
  new Map(typed).set(keyOf(asked), { asked, value })

export const labelOf = ({ part, name, field }: AskedSecret): string =>
  ({
    passwords: () => t('Password of %(name)s', { name }),
    ssh_tunnel_passwords: () => t('SSH password of %(name)s', { name }),
    ssh_tunnel_private_keys: () => t('SSH private key of %(name)s', { name }),
    ssh_tunnel_private_key_passwords: () => t('Password of the SSH private key of %(name)s', { name }),
    encrypted_extra_secrets: () => t('“%(field)s” in the secure extra of %(name)s', { name, field: (field ?? '').replace(/^\$\.?/, '') }),
  })[part]()

/** Keys and certificates have several lines. */
export const hasLines = ({ part }: AskedSecret): boolean => part === 'ssh_tunnel_private_keys' || part === 'encrypted_extra_secrets'

type Part = Record<string, string | Record<string, string>>

/** The parts of the form: JSON by the path of the database's file. */
export const formParts = (typed: TypedSecrets): [name: AskedSecret['part'], json: string][] => {
  const parts = new Map<AskedSecret['part'], Part>([['passwords', {}]])
  for (const { asked, value } of typed.values()) {
    const { part, path, field } = asked
    const before = parts.get(part) ?? {}
    const fields = before[path]
    const given = field === null ? value : { ...(typeof fields === 'object' && fields), [field]: value }
    parts.set(part, { ...before, [path]: given })
  }
  return [...parts].map(([name, part]) => [name, JSON.stringify(part)])
}
