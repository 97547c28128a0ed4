const units = ['B', 'KB', 'MB', 'GB', 'TB']

/** 49152 is `48 KB`; powers of 1024, at most three digits. */
export const bytesText = (bytes: number, locale?: string): string => {
  const power = Math.min(units.length - 1, bytes > 0 ? Math.floor(Math.log2(bytes) / 10) : 0)
  const value = bytes / 1024 ** power
  return `${value.toLocaleString(locale, { maximumFractionDigits: value < 10 && power > 0 ? 1 : 0 })} ${units[power]}`
}
