import { createHash } from 'node:crypto'
import { userOf } from '#core/access/principal.ts'
import type { Field } from './field.ts'

/** A picture's address changes with its object, with who looks, and so may be kept by browsers for good. */
export const thumbnailDigest = (uuid: string, version: number, userId: number | null): string =>
  createHash('sha256').update(`${uuid} ${version} ${userId}`).digest('hex')

export const thumbnailUrl = (tag: 'chart' | 'dashboard'): Field => ({
  columns: ['uuid', 'version'],
  read: (_rows, { principal }) => {
    const userId = userOf(principal)?.id ?? null
    return (row) => `/api/v1/${tag}/${row.id}/thumbnail/${thumbnailDigest(String(row['uuid']), Number(row['version']), userId)}/`
  },
})
