import { isIP } from 'node:net'
import { Client, ConfidentialityRequiredError, escapeFilter, InvalidCredentialsError, StrongAuthRequiredError, type Entry } from 'ldapts'
import { MessageError } from '#core/errors.ts'
import { t } from '#core/i18n/t.ts'
import type { LdapServer } from '../../start/auth-settings.ts'
import { attributesFrom, type ExternalPerson } from './admit.ts'

/** The directory cannot be asked; its own words go to the log only. */
const noAnswer = (cause: unknown) => {
  const wantsTls = cause instanceof StrongAuthRequiredError || cause instanceof ConfidentialityRequiredError
  const text = wantsTls
    ? t('The directory demands an encrypted connection. An administrator must set startTls or an address with ldaps.')
    : t('The directory does not answer. Try again later.')
  return new MessageError(503, text, { cause })
}

/** Codes by which Active Directory refuses people whose password is right. */
const refusals: Readonly<Record<string, () => string>> = {
  '532': () => t('Your password has expired. Change it in the directory, then log in.'),
  '533': () => t('Your account is disabled in the directory.'),
  '701': () => t('Your account in the directory has expired.'),
  '773': () => t('Your password must be changed in the directory before you can log in.'),
}

/** Attributes of Active Directory that are no text. */
const binaryAttributes = ['objectGUID', 'objectSid']

/** As Windows writes it: the first three parts are little-endian numbers. */
const guidText = (bytes: Buffer): string => {
  const hex = bytes.toString('hex')
  const first = bytes.readUInt32LE(0).toString(16).padStart(8, '0')
  const [second, third] = [4, 6].map((at) => bytes.readUInt16LE(at).toString(16).padStart(4, '0'))
  return [first, second, third, hex.slice(16, 20), hex.slice(20)].join('-')
}

const textFrom = (value: Buffer | string): string => {
  if (typeof value === 'string') return value
  return value.length === 16 ? guidText(value) : value.toString('base64')
}

const textsOf = (entry: Entry, attribute: string): string[] => {
  const key = Object.keys(entry).find((name) => name.toLowerCase() === attribute.toLowerCase())
  const value = key === undefined ? undefined : entry[key]
  return [value ?? []]
    .flat()
    .map(textFrom)
    .filter((text) => text !== '')
}
const textOf = (entry: Entry, attribute: string): string => textsOf(entry, attribute)[0] ?? ''

const fill = (filter: string, place: string, value: string) => filter.replaceAll(place, () => escapeFilter`${value}`)

/** Says what was done, for the dry run. */
type Tell = (step: string) => void

const connect = async (server: LdapServer, tell: Tell): Promise<Client> => {
  const timeout = server.timeoutSeconds * 1000
  const tlsOptions = server.ca === undefined ? {} : { ca: [server.ca] }
  const isSecure = server.url.startsWith('ldaps:')
  const client = new Client({ url: server.url, timeout, connectTimeout: timeout, strictDN: false, ...(isSecure && { tlsOptions }) })
  if (server.startTls) {
    const host = new URL(server.url).hostname
    // An IP address is checked in the certificate, but is no server name.
    await client.startTLS({ ...tlsOptions, host, ...(isIP(host) === 0 && { servername: host }) })
    tell('StartTLS: the connection is encrypted')
  }
  return client
}

/** The entry of a person, and the groups that they belong to. */
const search = async (client: Client, server: LdapServer, username: string, tell: Tell) => {
  if (server.bindDn !== undefined) await client.bind(server.bindDn, server.bindPassword ?? '')
  tell(server.bindDn === undefined ? 'searching anonymously' : `bound as ${server.bindDn}`)
  const filter = fill(server.filter, '{username}', username)
  const { attributes, personAttributes } = server
  const { searchEntries } = await client.search(server.base, {
    filter,
    sizeLimit: 2,
    attributes: [...Object.values(attributes), ...Object.values(personAttributes)],
    explicitBufferAttributes: binaryAttributes,
  })
  tell(`search ${filter} below ${server.base}: ${searchEntries.length === 1 ? searchEntries[0]?.dn : `${searchEntries.length} entries`}`)
  const entry = searchEntries.length === 1 ? searchEntries[0] : undefined
  if (!entry) return null
  const found = server.groups
    ? await client.search(server.groups.base, {
        filter: fill(fill(server.groups.filter, '{dn}', entry.dn), '{username}', username),
        attributes: ['cn'],
        // Active Directory sends a thousand entries at once at most.
        paged: { pageSize: 500 },
      })
    : { searchEntries: [] }
  const groups = [...new Set([...textsOf(entry, attributes.groups), ...found.searchEntries.map(({ dn }) => dn)])]
  tell(`groups: ${groups.length === 0 ? 'none' : groups.join('; ')}`)
  return { entry, groups }
}

/** A single value is a text, several are a list. */
const valueOf = (entry: Entry, attribute: string): unknown => {
  const values = textsOf(entry, attribute)
  return values.length > 1 ? values : values[0]
}

/** People are known by their distinguished name until the setting names what stays the same when they are renamed or moved. */
const subjectOf = (entry: Entry, attribute: string | undefined): Pick<ExternalPerson, 'subject' | 'formerSubject'> => {
  const dn = entry.dn.toLowerCase()
  const id = attribute === undefined ? '' : textOf(entry, attribute)
  return id === '' ? { subject: dn } : { subject: id, formerSubject: dn }
}

const personOf = (
  { attributes, personAttributes }: LdapServer,
  { entry, groups }: { entry: Entry; groups: string[] },
  typed: string,
): ExternalPerson => ({
  provider: 'ldap',
  ...subjectOf(entry, attributes.id),
  username: textOf(entry, attributes.username) || typed,
  firstName: textOf(entry, attributes.firstName),
  lastName: textOf(entry, attributes.lastName) || typed,
  email: textOf(entry, attributes.email) || null,
  groups,
  attributes: { source: 'ldap', values: attributesFrom(personAttributes, (name) => valueOf(entry, name)) },
})

/** Ends the connection without waiting for a server that hangs. */
const leave = (client: Client) => void client.unbind().catch(() => undefined)

/** A person of the directory, without a log-in. @throws Error when the directory fails */
export const lookUp = async (server: LdapServer, username: string, tell: Tell): Promise<ExternalPerson | null> => {
  const client = await connect(server, tell)
  try {
    const found = await search(client, server, username, tell)
    return found && personOf(server, found, username)
  } finally {
    leave(client)
  }
}

/**
 * The person of the directory with this name and password, or null.
 * @throws MessageError 403 for a right password of somebody who may not log in; 503 when the directory fails or is too slow
 */
export const logInByLdap = async (server: LdapServer, username: string, password: string): Promise<ExternalPerson | null> => {
  // A bind without password is anonymous and always succeeds.
  if (password === '' || username === '') return null
  const client = await connect(server, () => undefined).catch((cause: unknown) => {
    throw noAnswer(cause)
  })
  try {
    const found = await search(client, server, username, () => undefined)
    if (!found) return null
    try {
      await client.bind(found.entry.dn, password)
    } catch (error) {
      if (!(error instanceof InvalidCredentialsError)) throw error
      const refusal = refusals[/\bdata (\w+)/.exec(error.message)?.[1] ?? '']
      if (!refusal) return null
      throw new MessageError(403, refusal(), { cause: error })
    }
    return personOf(server, found, username)
  } catch (cause) {
    throw cause instanceof MessageError ? cause : noAnswer(cause)
  } finally {
    leave(client)
  }
}
