/** What SQLite, the file system and Postgres say when there is no room. */
export const isDiskFull = (error: unknown): boolean => {
  if (typeof error !== 'object' || error === null) return false
  const { errcode, code } = error as { errcode?: number; code?: string }
  return errcode === 13 || code === 'ENOSPC' || code === 'EDQUOT' || code === 'EFBIG' || code === '53100'
}

/** For what is noted beside the matter itself: it is left out where the disk is full, so that people can still sign in and read. */
export const unlessDiskFull = async (write: () => Promise<unknown>): Promise<void> => {
  try {
    await write()
  } catch (error) {
    if (!isDiskFull(error)) throw error
  }
}
