import { t } from '../i18n/t.ts'

/** Columns of numbers that users write differently: ports by service name, addresses with dots, networks as CIDR. */
type Converted = number | { start: number; end: number }

/** The numbers that a value means; empty when it is invalid. */
type Read = (value: string) => readonly Converted[]

/** Services by their registered ports (IANA). */
const services: ReadonlyMap<string, readonly number[]> = new Map(
  Object.entries({
    ftp: [20, 21],
    ssh: [22],
    telnet: [23],
    smtp: [25],
    http: [80],
    kerberos: [88],
    pop3: [110],
    nntp: [119],
    ntp: [123],
    imap: [143],
    imap2: [143],
    nntps: [563],
    snmp: [161],
    ldap: [389],
    https: [443],
    submissions: [465],
    ldaps: [636],
    'kerberos-adm': [749],
    ftps: [989, 990],
    telnets: [992],
    imaps: [993],
    pop3s: [995],
  }),
)

const readPort: Read = (value) => {
  const known = services.get(value.toLowerCase())
  if (known) return known
  const port = Number(value)
  return /^\d+$/.test(value) && port >= 1 && port <= 65_535 ? [port] : []
}

const readAddress: Read = (value) => {
  if (/^\d{1,15}$/.test(value)) return [Number(value)]
  const [, address = '', prefix = '32'] = /^(\d{1,3}(?:\.\d{1,3}){3})(?:\/(\d{1,2}))?$/.exec(value) ?? []
  const [bytes, bits] = [address.split('.').map(Number), Number(prefix)]
  if (bytes.length !== 4 || bytes.some((byte) => byte > 255) || bits > 32) return []
  const size = 2 ** (32 - bits)
  // An address with a prefix means its whole network.
  const start = Math.floor(bytes.reduce((sum, byte) => sum * 256 + byte, 0) / size) * size
  return [size === 1 ? start : { start, end: start + size - 1 }]
}

/** A service may have several ports, so that Superset's answer has a list for each value that names one. */
type AdvancedDataType = { read: Read; isMany: boolean; fault: (value: string) => string }

const types: ReadonlyMap<string, AdvancedDataType> = new Map([
  [
    'internet_address',
    {
      read: readAddress,
      isMany: false,
      fault: (value: string) => t("'%(value)s' does not appear to be an IPv4 or IPv6 network", { value }),
    },
  ],
  [
    'port',
    { read: readPort, isMany: true, fault: (value: string) => t("'%(value)s' does not appear to be a port name or number", { value }) },
  ],
])

export const advancedDataTypeNames = (): string[] => [...types.keys()]

const operators = ['EQUALS', 'GREATER_THAN_OR_EQUAL', 'GREATER_THAN', 'IN', 'LESS_THAN', 'LESS_THAN_OR_EQUAL']

const shown = (value: Converted): string => (typeof value === 'number' ? String(value) : `${value.start} - ${value.end}`)

/**
 * Values as the column holds them, how they read, and which operators filters may use; null for an unknown type. The values
 * before an invalid one are still returned; a single empty text is an input before anything is typed.
 */
export const convertAdvanced = (name: string, values: readonly unknown[]) => {
  const type = types.get(name)
  if (!type) return null
  const texts = values.map(String)
  if (texts.length === 1 && texts[0] === '')
    return { values: [type.isMany ? [''] : ''], error_message: '', display_value: '', valid_filter_operators: operators }
  const read = texts.map((text) => type.read(text.trim()))
  const wrong = read.findIndex((found) => !found.length)
  const good = wrong < 0 ? read : read.slice(0, wrong)
  return {
    values: type.isMany ? good : good.flat(),
    error_message: wrong < 0 ? '' : type.fault(texts[wrong] ?? ''),
    display_value: good.map((found) => (type.isMany ? `[${found.map(shown).join(', ')}]` : found.map(shown).join(', '))).join(', '),
    valid_filter_operators: operators,
  }
}
