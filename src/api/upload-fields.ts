import type { Access } from './declare/route.ts'

/** What our own uploads (upload.ts) and those of Superset's API (database-upload.ts) share. */
export const uploadAccess: Access = ['can_upload', 'Database']

/** What happens to a table of that name. */
export const existingTableChoices = ['fail', 'replace', 'append'] as const

export const decimalSigns = ['.', ','] as const

export const maxTableName = 250

export const isDelimiter = (text: string): boolean => /^[\t -~]$/.test(text)
export const delimiterFault = 'One sign of ASCII.'
