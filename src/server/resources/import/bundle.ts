import { unzipSync, strFromU8, type UnzipFileInfo } from 'fflate'
import { parse } from 'yaml'
import { t } from '#core/i18n/t.ts'
import { asRecord } from '#core/query/read.ts'
import { importError, type FileFaults } from './faults.ts'

/** The YAML files of a bundle, by their path below its top folder. */
export type BundleFile = { path: string; content: Record<string, unknown> }
export type Bundle = { metadata: Record<string, unknown>; files: BundleFile[]; faults: FileFaults }

const maxFiles = 10_000
const maxUnpackedBytes = 256 * 1024 * 1024

/** Bounds what is unpacked, by the sizes that the archive itself states. */
const boundedFilter = () => {
  let [files, bytes] = [0, 0]
  return ({ name, originalSize }: UnzipFileInfo): boolean => {
    if (!/\.ya?ml$/i.test(name) || name.startsWith('__MACOSX/')) return false
    bytes += originalSize
    if (++files > maxFiles || bytes > maxUnpackedBytes) throw importError(t('The bundle is too large.'), 413)
    return true
  }
}

const unzip = (bytes: Uint8Array): [string, Uint8Array][] => {
  try {
    return Object.entries(unzipSync(bytes, { filter: boundedFilter() }))
  } catch (error) {
    if (error instanceof Error && error.name === 'AppError') throw error
    throw importError(t('Not a ZIP file'))
  }
}

const withoutTopFolder = (path: string): string => path.slice(path.indexOf('/') + 1)

/** Aliases could make a small file expand without end. */
export const maxAliases = 100

/**
 * Unpacks and parses a bundle. Files that are not YAML become faults of theirs.
 * @throws AppError for what is no bundle
 */
export const readBundle = (bytes: Uint8Array): Bundle => {
  const entries = unzip(bytes)
  if (!entries.length) throw importError(t('No valid import files were found'), 400)
  const faults: FileFaults = {}
  const files: BundleFile[] = []
  for (const [name, data] of entries) {
    const path = withoutTopFolder(name)
    try {
      const content: unknown = parse(strFromU8(data), { maxAliasCount: maxAliases })
      files.push({ path, content: asRecord(content) })
    } catch {
      faults[path] = { [path]: t('Not a valid YAML file') }
    }
  }
  const metadata = files.find(({ path }) => path === 'metadata.yaml')?.content
  if (metadata?.['version'] !== '1.0.0') throw importError(t('Could not find a valid command to import file'))
  return { metadata, files, faults }
}
