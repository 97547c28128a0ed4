import { existsText, passwordText } from '#api/import.ts'
import { isObject } from '#core/query/read.ts'
import { CallError, errorText } from '../../../data/call-error.ts'

/** Why a bundle was rejected: what can be asked for, and what only another file can fix. */
export type ImportFaults = {
  /** Files of databases that lack a password. */
  passwords: string[]
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

export const readImportFaults = (error: unknown): ImportFaults => {
  const extra = error instanceof CallError ? error.errors[0]?.extra : null
  const files = Object.entries(extra ?? {}).filter(([path]) => path !== 'issue_codes')
  const faults: ImportFaults = { passwords: [], existing: [], others: [] }
  for (const [path, fault] of files) {
    const texts = textsIn(fault)
    if (texts.includes(passwordText)) faults.passwords.push(path)
    else if (texts.some((text) => text.endsWith(existsText))) faults.existing.push(path)
    else faults.others.push(...texts.map((text) => `${path}: ${text}`))
  }
  return files.length === 0 ? { ...faults, others: [errorText(error)] } : faults
}
