/** `changed_by.first_name` → `Changed By First Name`. */
export const capitalizeName = (name: string): string =>
  name.replaceAll(/[._]/g, ' ').replaceAll(/\b[a-z]/g, (letter) => letter.toUpperCase())

/** Picks the parts of an envelope by `keys`: all if undefined, none for `none`. */
export const pickParts = <T extends Record<string, unknown>>(parts: T, keys: readonly string[] | undefined): Partial<T> =>
  keys?.length
    ? (Object.fromEntries(Object.entries(parts).filter(([name]) => !keys.includes('none') && keys.includes(name))) as Partial<T>)
    : parts
