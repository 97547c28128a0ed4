import type { ComboOption } from './Combobox.tsx'

/** The distinct, trimmed entries of a pasted list, separated by newlines, tabs, commas or semicolons. */
export const pastedEntries = (text: string): string[] => [
  ...new Set(
    text
      .split(/[\n\r\t,;]+/)
      .map((entry) => entry.trim())
      .filter(Boolean),
  ),
]

type Resolved<V> = { values: V[]; unknown: string[] }

/** Resolves entries to values by label or value; entries that match no option are `unknown`. */
export const resolveEntries = <V extends string | number>(entries: string[], options: ComboOption<V>[]): Resolved<V> => {
  const byText = new Map<string, V>()
  for (const { value, label } of options) {
    byText.set(String(value).toLowerCase(), value)
    byText.set(label.toLowerCase(), value)
  }
  const values: V[] = []
  const unknown: string[] = []
  for (const entry of entries) {
    const value = byText.get(entry.toLowerCase())
    if (value === undefined) unknown.push(entry)
    else values.push(value)
  }
  return { values, unknown }
}
