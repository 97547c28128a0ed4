import { adminOnly } from './access-matrix.people.ts'
import type { Row } from './access-matrix.rows.ts'
import { open } from './access-matrix.sign-in.ts'

/** The part of the matrix about public links. */
export const publicLinkRows: Record<string, Row | Row[]> = {
  'GET /api/v1/public_link/': { other: adminOnly },
  'POST /api/v1/public_link/': [
    { about: 'dashboard', body: { kind: 'dashboard', id: '{id}' }, other: adminOnly, own: adminOnly },
    { about: 'chart', body: { kind: 'chart', id: '{id}' }, other: adminOnly, own: adminOnly },
  ],
  'DELETE /api/v1/public_link/:kind/:pk': [
    { about: 'sharedDashboard', params: { kind: 'dashboard' }, other: adminOnly, own: adminOnly },
    { about: 'sharedChart', params: { kind: 'chart' }, other: adminOnly, own: adminOnly },
  ],
  'POST /api/v1/public_link/open': [
    { about: 'sharedDashboard', body: { key: '{uuid}' }, other: open },
    { about: 'sharedChart', body: { key: '{uuid}' }, other: open },
  ],
  'GET /shared/:key': { about: 'sharedDashboard', other: open },
}
