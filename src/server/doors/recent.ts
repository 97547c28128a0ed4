/** A map of the values set last, at most `maxValues`. */
export const createRecent = <T>(maxValues: number) => {
  const values = new Map<string, T>()
  return {
    get: (key: string): T | undefined => values.get(key),
    set: (key: string, value: T): void => {
      values.delete(key)
      values.set(key, value)
      for (const oldest of values.keys()) {
        if (values.size <= maxValues) return
        values.delete(oldest)
      }
    },
    delete: (key: string): void => void values.delete(key),
    clear: (): void => values.clear(),
  }
}

export type Recent<T> = ReturnType<typeof createRecent<T>>
