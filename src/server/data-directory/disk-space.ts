import { statfs } from 'node:fs/promises'

/** What uploads and backups leave free for the metadata. */
const defaultReserveBytes = 256 * 1024 ** 2

/** Bytes that large files may still take on the disk of a folder. */
export const freeForFiles = async (folder: string, reserveBytes = defaultReserveBytes): Promise<number> => {
  const { bavail, bsize } = await statfs(folder)
  return Math.max(0, bavail * bsize - reserveBytes)
}
