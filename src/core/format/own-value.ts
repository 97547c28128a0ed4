/** What a record holds under a name that people chose. A plain read finds what it inherits, too: `constructor`, `__proto__`. */
export const ownValue = <T>(record: Readonly<Record<string, T>> | null | undefined, name: string): T | undefined =>
  record && Object.hasOwn(record, name) ? record[name] : undefined
