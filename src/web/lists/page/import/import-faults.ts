import { existsText, extraText, passwordText, tunnelKeyPasswordText, tunnelKeyText, tunnelPasswordText } from '#api/import.ts'
import { isObject } from '#core/query/read.ts'
import { CallError, errorText } from '../../../data/call-error.ts'
import type { AskedSecret } from './secrets.ts'

/** Why a bundle was rejected: what can be asked for, and what only another file can fix. */
export type ImportFaults = {
  /** Secrets of databases that their files mask. */
  secrets: AskedSecret[]
  /** Files of objects that exist already. */
  existing: string[]
  /** Everything else, in words. */
  others: string[]
}

const textsIn = (value: unknown): string[] => {
  if (typeof value === 'string') return [value]
  if (Array.isArray(value)) return value.flatMap(textsIn)
  return isObject(value) ? Object.values(value).flatMap(textsIn) : []
}

const parts = new Map<string, Exclude<AskedSecret['part'], 'encrypted_extra_secrets'>>([
  [passwordText, 'passwords'],
  [tunnelPasswordText, 'ssh_tunnel_passwords'],
  [tunnelKeyText, 'ssh_tunnel_private_keys'],
  [tunnelKeyPasswordText, 'ssh_tunnel_private_key_passwords'],
])

/** What a text asks for; null if it is about something else. */
const askedBy = (text: string): Pick<AskedSecret, 'part' | 'field'> | null => {
  const part = parts.get(text)
  if (part) return { part, field: null }
  const [field] = text.startsWith(extraText) ? text.slice(extraText.length).split(' ') : []
  return field ? { part: 'encrypted_extra_secrets', field } : null
}

/** Exports name the file of a database after it. */
const nameOf = (path: string): string => path.replace(/^.*\//, '').replace(/\.ya?ml$/, '')

export const readImportFaults = (error: unknown): ImportFaults => {
  const wire = error instanceof CallError ? error.errors[0] : undefined
  const files = Object.entries(wire?.extra ?? {}).filter(([path]) => path !== 'issue_codes')
  const faults: ImportFaults = { secrets: [], existing: [], others: [] }
  for (const [path, fault] of files) {
    for (const text of textsIn(fault)) {
      const asked = askedBy(text)
      if (asked) faults.secrets.push({ ...asked, path, name: nameOf(path) })
      else if (text.endsWith(existsText)) faults.existing.push(path)
      else faults.others.push(`${path}: ${text}`)
    }
  }
  return files.length === 0 ? { ...faults, others: [errorText(error)] } : faults
}
