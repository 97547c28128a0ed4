/** The values set last, at most so many. */
export const createRecent = <T>(most: number) => {
  const values = new Map<string, T>()
  return {
    get: (key: string): T | undefined => values.get(key),
    set: (key: string, value: T): void => {
      values.delete(key)
      values.set(key, value)
      for (const oldest of values.keys()) {
        if (values.size <= most) return
        values.delete(oldest)
      }
    },
    delete: (key: string): void => void values.delete(key),
    clear: (): void => values.clear(),
  }
}

export type Recent<T> = ReturnType<typeof createRecent<T>>
