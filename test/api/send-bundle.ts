import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Caller } from '../../src/server/testing/test-people.ts'

/** The recorded bundles (conformance/bundles), and how they are sent. */

export const bundleFolder = join(import.meta.dirname, '../conformance/bundles')
export const bundleNames = readdirSync(bundleFolder).filter((name) => name.endsWith('.zip'))
export const bytesOf = (name: string) => readFileSync(join(bundleFolder, name))

const kinds = {
  chart: 'chart',
  charts: 'chart',
  dashboard: 'dashboard',
  database: 'database',
  datasets: 'dataset',
  saved: 'saved_query',
  themes: 'theme',
  assets: 'assets',
} as const
export const resourceOf = (name: string) => kinds[name.replace(/^\d\.\d-/, '').split(/[-.]/)[0] as keyof typeof kinds]

const passwords = JSON.stringify({ 'databases/pg.yaml': 'secret' })

export const sendBundle = (who: Caller, resource: string, bytes: Uint8Array, fields: Record<string, string> = {}) => {
  const form = new FormData()
  form.append(resource === 'assets' ? 'bundle' : 'formData', new Blob([Buffer.from(bytes)]), 'bundle.zip')
  for (const [name, value] of Object.entries({ passwords, ...fields })) form.append(name, value)
  return new Response(form).arrayBuffer().then((payload) => {
    const body = Buffer.from(payload)
    const boundary = body.subarray(2, body.indexOf('\r\n')).toString()
    const headers = { 'content-type': `multipart/form-data; boundary=${boundary}` }
    return who.inject({ method: 'POST', url: `/api/v1/${resource}/import/`, headers, payload: body })
  })
}
