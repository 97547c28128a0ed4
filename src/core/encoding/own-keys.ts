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

/** What a record holds under a name that people chose. A plain read finds what it inherits, too: `constructor`, `__proto__`. */
export const ownValue = <T>(record: Readonly<Record<string, T>> | null | undefined, name: string): T | undefined =>
  record && Object.hasOwn(record, name) ? record[name] : undefined
