/** `changed_by.first_name` → `Changed By First Name`. */
export const capitalized = (name: string): string => name.replaceAll(/[._]/g, ' ').replaceAll(/\b[a-z]/g, (letter) => letter.toUpperCase())

/** The parts of an envelope that `keys` names; all without it, none for `none`. */
export const chosen = <T extends Record<string, unknown>>(parts: T, keys: readonly string[] | undefined): Partial<T> =>
  keys?.length
    ? (Object.fromEntries(Object.entries(parts).filter(([name]) => !keys.includes('none') && keys.includes(name))) as Partial<T>)
    : parts
