import { z } from 'zod'
import { message } from './declare/resource.ts'
import { route, type Access } from './declare/route.ts'

/** Bundles of exported objects: a ZIP of YAML files (reference/not-shown.md §13). */

/** Largest bundle, packed. */
const maxBundleBytes = 64 * 1024 * 1024

/** Clients recognise these faults by their words, which are therefore the same in every language. */
export const passwordText = 'Must provide a password for the database'
export const tunnelPasswordText = 'Must provide a password for the ssh tunnel'
export const tunnelKeyText = 'Must provide a private key for the ssh tunnel'
export const tunnelKeyPasswordText = 'Must provide a private key password for the ssh tunnel'
/** Followed by the JSONPath of the value, without spaces, and its name: `$.connect_args.token (token)`. */
export const extraText = 'Must provide value for masked_encrypted_extra field: '
export const existsText = 'already exists and `overwrite=true` was not passed'

/** JSON text; its names are the paths of the files of databases. */
const secrets = (what: string) =>
  z
    .string()
    .optional()
    .meta({ description: `${what}, as JSON: {"databases/sales.yaml": …}` })

const form = z.looseObject({
  overwrite: z.string().optional(),
  passwords: secrets('Passwords of databases'),
  ssh_tunnel_passwords: secrets('Passwords of SSH tunnels'),
  ssh_tunnel_private_keys: secrets('Private keys of SSH tunnels'),
  ssh_tunnel_private_key_passwords: secrets('Passwords of private keys of SSH tunnels'),
  encrypted_extra_secrets: secrets('Masked values of the secure extra by JSONPath, {"$.connect_args.token": "…"},'),
})

const importOf = (resource: string, access: Access) =>
  route({
    method: 'POST',
    path: `/api/v1/${resource}/import/`,
    access,
    tag: resource === 'assets' ? 'import' : resource,
    summary: 'Import a bundle of YAML files; `overwrite=true` replaces what exists, other parts hold secrets that its files mask',
    accepts: 'multipart',
    maxBodyBytes: maxBundleBytes,
    form,
    result: message,
  })

export const chartImport = importOf('chart', ['can_write', 'Chart'])
export const dashboardImport = importOf('dashboard', ['can_write', 'Dashboard'])
export const datasetImport = importOf('dataset', ['can_write', 'Dataset'])
export const databaseImport = importOf('database', ['can_write', 'Database'])
export const savedQueryImport = importOf('saved_query', ['can_write', 'SavedQuery'])
export const themeImport = importOf('theme', ['can_write', 'Theme'])
/** Everything at once; always overwrites. */
export const assetsImport = importOf('assets', ['can_import_', 'ImportExportRestApi'])
