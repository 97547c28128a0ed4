/** What people read for a value that nothing labels. */
export const textOfValue = (value: unknown): string => (value === null ? '<NULL>' : String(value))
