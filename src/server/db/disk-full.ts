/** Whether an error of SQLite, the file system or Postgres means that the disk is full. */
export const isDiskFull = (error: unknown): boolean => {
  if (typeof error !== 'object' || error === null) return false
  const { errcode, code } = error as { errcode?: number; code?: string }
  return errcode === 13 || code === 'ENOSPC' || code === 'EDQUOT' || code === 'EFBIG' || code === '53100'
}

/** Skips a secondary write when the disk is full, so that users can still log in and read. */
export const ignoreDiskFull = async (write: () => Promise<unknown>): Promise<void> => {
  try {
    await write()
  } catch (error) {
    if (!isDiskFull(error)) throw error
  }
}
