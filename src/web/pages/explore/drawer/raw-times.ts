const key = 'chartroom.explore.raw-times'

const readStored = (): Record<string, string[]> => {
  try {
    return (JSON.parse(localStorage.getItem(key) ?? '{}') ?? {}) as Record<string, string[]>
  } catch {
    return {}
  }
}

/** Time columns of a datasource that the user wants to see unformatted. */
export const rawTimes = (datasource: string): ReadonlySet<string> => new Set(readStored()[datasource])

export const setRawTimes = (datasource: string, columns: ReadonlySet<string>) =>
  localStorage.setItem(key, JSON.stringify({ ...readStored(), [datasource]: [...columns] }))
