import type { Folder } from '#api/bodies/dataset.ts'
import { isDefaultFolder, isDefaultFolderName } from '#core/layout/wire/dataset-folders.ts'
import { t } from '#core/i18n/t.ts'
import type { Fault } from '../../forms/faults.ts'

/** A folder of a dataset's form. Siblings are in the order of the list. */
export type FolderDraft = {
  uuid: string
  name: string
  description: string | null
  /** The folder around it. */
  parent: string | null
  /** Columns and metrics in it. */
  items: string[]
}

/** As deep as the server stores them, whose last level is that of columns and metrics. */
const maxDepth = 7

const field = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Object.entries(value).find(([key]) => key === name)?.[1] : undefined

const textOf = (value: unknown, name: string): string | null => {
  const found = field(value, name)
  return typeof found === 'string' ? found : null
}

/** The stored folders. Those of all metrics and all columns are left out: what is in no folder is there. */
export const readFolders = (stored: unknown): FolderDraft[] => {
  const read = (value: unknown, parent: string | null): FolderDraft[] => {
    if (!Array.isArray(value)) return []
    return value.flatMap((node: unknown): FolderDraft[] => {
      const [uuid, name, children] = [textOf(node, 'uuid'), textOf(node, 'name'), field(node, 'children')]
      if (uuid === null || name === null || isDefaultFolder(uuid) || !isFolder(node)) return []
      const items = (Array.isArray(children) ? children : []).flatMap((child: unknown) =>
        isFolder(child) ? [] : (textOf(child, 'uuid') ?? []),
      )
      return [{ uuid, name, description: textOf(node, 'description'), parent, items }, ...read(children, uuid)]
    })
  }
  return read(stored, null)
}

const isFolder = (node: unknown): boolean => {
  const type = field(node, 'type')
  return type === undefined ? Boolean(field(node, 'name') ?? field(node, 'children')) : type === 'folder'
}

type Kinds = ReadonlyMap<string, 'metric' | 'column'>

/** The folders as they are sent, without columns and metrics that are no more. */
export const writeFolders = (folders: readonly FolderDraft[], kinds: Kinds): Folder[] => {
  const write = (parent: string | null): Folder[] =>
    folders
      .filter((folder) => folder.parent === parent)
      .map(({ uuid, name, description, items }) => ({
        uuid,
        type: 'folder',
        name,
        ...(description !== null && { description }),
        children: [
          ...items.flatMap((item) => {
            const type = kinds.get(item)
            return type ? [{ uuid: item, type }] : []
          }),
          ...write(uuid),
        ],
      }))
  return write(null)
}

/** Puts columns and metrics into a folder, or with null into none. */
export const placeItems = (folders: readonly FolderDraft[], uuids: readonly string[], into: string | null): FolderDraft[] =>
  folders.map((folder) => {
    const rest = folder.items.filter((item) => !uuids.includes(item))
    const items = folder.uuid === into ? [...rest, ...uuids] : rest
    return items.length === folder.items.length && items.every((item, i) => item === folder.items[i]) ? folder : { ...folder, items }
  })

/** The folders of a branch: the folder and all below it. */
export const branchOf = (folders: readonly FolderDraft[], uuid: string): Set<string> => {
  const branch = new Set([uuid])
  for (let size = 0; size < branch.size;) {
    size = branch.size
    for (const folder of folders) if (folder.parent !== null && branch.has(folder.parent)) branch.add(folder.uuid)
  }
  return branch
}

export const depthOf = (folders: readonly FolderDraft[], uuid: string | null): number => {
  const folder = folders.find((one) => one.uuid === uuid)
  return folder ? 1 + depthOf(folders, folder.parent) : 0
}

const heightOf = (folders: readonly FolderDraft[], uuid: string): number =>
  Math.max(...[...branchOf(folders, uuid)].map((one) => depthOf(folders, one))) - depthOf(folders, uuid) + 1

/** Whether a folder may be in another one, or with null at the top. */
export const canMoveInto = (folders: readonly FolderDraft[], uuid: string, parent: string | null): boolean =>
  parent === null || (!branchOf(folders, uuid).has(parent) && depthOf(folders, parent) + heightOf(folders, uuid) <= maxDepth)

export const canHoldFolders = (folders: readonly FolderDraft[], uuid: string): boolean => depthOf(folders, uuid) < maxDepth

/** Moves a folder into another one, before one of its folders or behind them all. */
export const moveFolder = (
  folders: readonly FolderDraft[],
  uuid: string,
  { parent, before }: { parent: string | null; before?: string },
): FolderDraft[] => {
  const folder = folders.find((one) => one.uuid === uuid)
  if (!folder || uuid === before || !canMoveInto(folders, uuid, parent)) return [...folders]
  const rest = folders.filter((one) => one !== folder)
  const at = before === undefined ? rest.length : rest.findIndex((one) => one.uuid === before)
  return rest.toSpliced(at, 0, { ...folder, parent })
}

/** Moves a folder by one place among its siblings. */
export const shiftFolder = (folders: readonly FolderDraft[], uuid: string, by: -1 | 1): FolderDraft[] => {
  const folder = folders.find((one) => one.uuid === uuid)
  if (!folder) return [...folders]
  const siblings = folders.filter(({ parent }) => parent === folder.parent)
  const place = siblings.indexOf(folder)
  if (siblings[place + by] === undefined) return [...folders]
  const before = siblings[by === -1 ? place - 1 : place + 2]?.uuid
  return moveFolder(folders, uuid, { parent: folder.parent, ...(before !== undefined && { before }) })
}

/** Removes a folder. What was in it, and its folders, move to the folder around it. */
export const removeFolder = (folders: readonly FolderDraft[], uuid: string): FolderDraft[] => {
  const gone = folders.find((one) => one.uuid === uuid)
  if (!gone) return [...folders]
  return folders.flatMap((folder) => {
    if (folder === gone) return []
    if (folder.parent === uuid) return [{ ...folder, parent: gone.parent }]
    return [folder.uuid === gone.parent ? { ...folder, items: [...folder.items, ...gone.items] } : folder]
  })
}

/** Random, also where a page without HTTPS has no `crypto.randomUUID`. */
export const newUuid = (): string => {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  const text = Array.from(bytes, (byte, i) => (i === 6 ? (byte & 0x0f) | 0x40 : i === 8 ? (byte & 0x3f) | 0x80 : byte))
  const hex = text.map((byte) => byte.toString(16).padStart(2, '0')).join('')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}

export const newFolder = (folders: readonly FolderDraft[], parent: string | null): FolderDraft => {
  const taken = new Set(folders.filter((one) => one.parent === parent).map(({ name }) => name))
  let name = t('New folder')
  for (let n = 2; taken.has(name); n++) name = `${t('New folder')} ${n}`
  return { uuid: newUuid(), name, description: null, parent, items: [] }
}

export const folderFaults = (folders: readonly FolderDraft[]): Fault[] => {
  const fault = (text: string) => ({ path: 'folders', text })
  const reserved = folders.filter(({ name }) => isDefaultFolderName(name))
  const twice = folders.filter((folder, i) => folders.slice(0, i).some((one) => one.parent === folder.parent && one.name === folder.name))
  return [
    ...reserved.map(({ name }) => fault(t('A folder cannot be named “%(name)s”.', { name }))),
    ...twice.map(({ name }) => fault(t('Two folders in one place are named “%(name)s”.', { name }))),
  ]
}
