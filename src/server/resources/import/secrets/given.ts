import { MessageError } from '#core/errors.ts'
import { t } from '#core/i18n/t.ts'
import { asRecord } from '#core/query/read.ts'
import type { TunnelSecret } from '../../database/connection/secrets.ts'

/** The secrets that come beside a bundle for one of its databases. */
export type GivenSecrets = {
  password: string | undefined
  tunnel: Readonly<Record<TunnelSecret, string | undefined>>
  /** Values of the secure extra by JSONPath. */
  extra: ReadonlyMap<string, string>
}

/** By the path of the database's file. */
export type BundleSecrets = (path: string) => GivenSecrets

const readMap = (fields: Readonly<Record<string, unknown>>, name: string): ReadonlyMap<string, unknown> => {
  const text = fields[name]
  if (typeof text !== 'string' || text === '') return new Map()
  try {
    return new Map(Object.entries(asRecord(JSON.parse(text))))
  } catch (cause) {
    throw new MessageError(400, { [name]: [t('Not valid JSON.')] }, { cause })
  }
}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)

/** As in Superset, line breaks may be written `\\n`, as in key files. */
const readExtra = (value: unknown): ReadonlyMap<string, string> =>
  new Map(
    Object.entries(asRecord(value)).flatMap(([path, secret]) =>
      typeof secret === 'string' ? [[path, secret.replaceAll(String.raw`\n`, '\n')] as const] : [],
    ),
  )

/** The parts of an import's form that hold secrets. @throws MessageError 400 for one that is no JSON */
export const readSecrets = (fields: Readonly<Record<string, unknown>>): BundleSecrets => {
  const passwords = readMap(fields, 'passwords')
  const tunnelPasswords = readMap(fields, 'ssh_tunnel_passwords')
  const tunnelKeys = readMap(fields, 'ssh_tunnel_private_keys')
  const tunnelKeyPasswords = readMap(fields, 'ssh_tunnel_private_key_passwords')
  const extras = readMap(fields, 'encrypted_extra_secrets')
  return (path) => ({
    password: textOf(passwords.get(path)),
    tunnel: {
      password: textOf(tunnelPasswords.get(path)),
      private_key: textOf(tunnelKeys.get(path)),
      private_key_password: textOf(tunnelKeyPasswords.get(path)),
    },
    extra: readExtra(extras.get(path)),
  })
}
