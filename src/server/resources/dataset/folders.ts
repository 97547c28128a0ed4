import type { Folder } from '#api/bodies/dataset.ts'
import { isDefaultFolder, isDefaultFolderName } from '#core/layout/wire/dataset-folders.ts'

const isFolder = ({ uuid, type, name, children }: Folder) =>
  isDefaultFolder(uuid) || (type === undefined ? Boolean(name ?? children) : type === 'folder')

/** Validates folders: every column and metric may occur only once, and folders in one place need different names. */
export const foldersFault = (folders: readonly Folder[], known: ReadonlySet<string>): string[] | undefined => {
  const seen = new Set<string>()
  const faultIn = (siblings: readonly Folder[], above: readonly string[]): string | undefined => {
    const names = new Set<string>()
    for (const item of siblings) {
      const { uuid, name, children } = item
      if (above.includes(uuid)) return `Cycle detected: ${uuid} appears in its ancestry`
      if (seen.has(uuid)) return `Duplicate UUID in folder structure: ${uuid}`
      seen.add(uuid)
      if (!isFolder(item) && !known.has(uuid)) return `Invalid UUID: ${uuid}`
      if (isFolder(item) && name !== undefined) {
        if (names.has(name)) return `Duplicate folder name: ${name}`
        names.add(name)
        if (isDefaultFolderName(name) && !isDefaultFolder(uuid)) return `Folder cannot have name '${name}'`
      }
      const below = faultIn(children ?? [], [...above, uuid])
      if (below) return below
    }
    return undefined
  }
  const fault = faultIn(folders, [])
  return fault === undefined ? undefined : [fault]
}
