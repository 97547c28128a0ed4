/** Newer than the library types. */
const { rawJSON } = JSON as unknown as { rawJSON(text: string): unknown }

/** JSON that writes a bigint as a number with all its digits. */
export const exactJson = (value: unknown): string =>
  JSON.stringify(value, (_key, item: unknown) => (typeof item === 'bigint' ? rawJSON(String(item)) : item))

/** Plain data with each bigint replaced by the nearest double; data without any is returned unchanged. */
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
