/** Newer than the library types. */
const { rawJSON } = JSON as unknown as { rawJSON(text: string): unknown }

/** JSON in which a bigint is a number with all its digits. */
export const exactJson = (value: unknown): string =>
  JSON.stringify(value, (_key, item: unknown) => (typeof item === 'bigint' ? rawJSON(String(item)) : item))

/** Plain data whose bigints are the doubles next to them; what holds none is given back as it is. */
export const withoutBigints = (data: unknown): unknown => {
  if (typeof data === 'bigint') return Number(data)
  if (Array.isArray(data)) {
    const items = data.map(withoutBigints)
    return items.every((item, i) => item === data[i]) ? data : items
  }
  if (typeof data !== 'object' || data === null) return data
  const entries = Object.entries(data).map(([key, item]) => [key, withoutBigints(item)] as const)
  return entries.every(([key, item]) => item === (data as Record<string, unknown>)[key]) ? data : Object.fromEntries(entries)
}
