const bare = (data: unknown): void => {
  if (Array.isArray(data)) data.forEach(bare)
  else if (typeof data === 'object' && data !== null) {
    Object.setPrototypeOf(data, null)
    Object.values(data).forEach(bare)
  }
}

/**
 * Removes the prototype of every object in plain data: names that users choose are keys there, and `constructor` is one only where
 * somebody put it.
 */
export const withOwnKeys = <T>(data: T): T => {
  bare(data)
  return data
}
