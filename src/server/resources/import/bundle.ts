import { setImmediate } from 'node:timers/promises'
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
/** Reading YAML takes about a second a megabyte, and nothing else runs meanwhile. */
export const maxYamlBytes = 4 * 1024 * 1024
const maxYamlBytesInAll = 32 * 1024 * 1024

const isYaml = (name: string) => /\.ya?ml$/i.test(name) && !name.startsWith('__MACOSX/')

/** Bounds what is unpacked, by the sizes that the archive itself states. */
const boundedFilter = (isWanted: (name: string) => boolean) => {
  let [files, bytes, yamlBytes] = [0, 0, 0]
  return ({ name, originalSize }: UnzipFileInfo): boolean => {
    if (!isWanted(name)) return false
    bytes += originalSize
    if (isYaml(name)) yamlBytes += originalSize
    const isTooLarge = isYaml(name) && (originalSize > maxYamlBytes || yamlBytes > maxYamlBytesInAll)
    if (++files > maxFiles || bytes > maxUnpackedBytes || isTooLarge) throw importError(t('The bundle is too large.'), 413)
    return true
  }
}

/** The wanted files of an archive. @throws AppError for one that is too large or damaged */
export const unpack = (bytes: Uint8Array, isWanted: (name: string) => boolean): [string, Uint8Array][] => {
  try {
    return Object.entries(unzipSync(bytes, { filter: boundedFilter(isWanted) }))
  } catch (error) {
    if (error instanceof Error && error.name === 'AppError') throw error
    throw importError(t('Not a ZIP file'))
  }
}

const withoutTopFolder = (path: string): string => path.slice(path.indexOf('/') + 1)

/** Aliases could make a small file expand without end. */
const maxAliases = 100

/** Without the parser's warnings, which would quote the file in the log. @throws Error for what is no YAML */
export const readYaml = (text: string): unknown => parse(text, { maxAliasCount: maxAliases, logLevel: 'error' })

/**
 * Unpacks and parses a bundle. Files that are not YAML become faults of theirs.
 * @throws AppError for what is no bundle
 */
export const readBundle = async (bytes: Uint8Array): Promise<Bundle> => {
  const entries = unpack(bytes, isYaml)
  if (!entries.length) throw importError(t('No valid import files were found'), 400)
  const faults: FileFaults = {}
  const files: BundleFile[] = []
  for (const [name, data] of entries) {
    // Between files others have their turn.
    await setImmediate()
    const path = withoutTopFolder(name)
    try {
      files.push({ path, content: asRecord(readYaml(strFromU8(data))) })
    } catch {
      faults[path] = { [path]: t('Not a valid YAML file') }
    }
  }
  const metadata = files.find(({ path }) => path === 'metadata.yaml')?.content
  if (metadata?.['version'] !== '1.0.0') throw importError(t('Could not find a valid command to import file'))
  return { metadata, files, faults }
}
