import { createHash } from 'node:crypto'
import { userOf } from '#core/access/principal.ts'
import type { Field } from './field.ts'

/** Part of a thumbnail's URL that changes with the object and the viewer, so that browsers can cache it forever. */
export const thumbnailDigest = (uuid: string, version: number, userId: number | null): string =>
  createHash('sha256').update(`${uuid} ${version} ${userId}`).digest('hex')

export const thumbnailUrl = (tag: 'chart' | 'dashboard'): Field => ({
  columns: ['uuid', 'version'],
  read: (_rows, { principal }) => {
    const userId = userOf(principal)?.id ?? null
    return (row) => `/api/v1/${tag}/${row.id}/thumbnail/${thumbnailDigest(String(row['uuid']), Number(row['version']), userId)}/`
  },
})
