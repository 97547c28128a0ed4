import { statfs } from 'node:fs/promises'

/** Disk space that uploads and backups leave free for the metadata. */
const defaultReserveBytes = 256 * 1024 ** 2

/** Bytes that large files may still use on the folder's disk. */
export const freeDiskBytes = async (folder: string, reserveBytes = defaultReserveBytes): Promise<number> => {
  const { bavail, bsize } = await statfs(folder)
  return Math.max(0, bavail * bsize - reserveBytes)
}
