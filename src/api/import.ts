import { z } from 'zod'
import { message } from './declare/resource.ts'
import { route, type Access } from './declare/route.ts'

/** Bundles of exported objects: a ZIP of YAML files (reference/not-shown.md §13). */

/** Largest bundle, packed. */
const maxBundleBytes = 64 * 1024 * 1024

/** Clients recognise these two faults by their words, which are therefore the same in every language. */
export const passwordText = 'Must provide a password for the database'
export const existsText = 'already exists and `overwrite=true` was not passed'

const form = z.looseObject({})

const importOf = (resource: string, access: Access) =>
  route({
    method: 'POST',
    path: `/api/v1/${resource}/import/`,
    access,
    tag: resource === 'assets' ? 'import' : resource,
    summary: 'Import a bundle of YAML files; `overwrite=true` replaces what exists, `passwords` maps its databases to passwords',
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
