/** A table's name from a file's: lower case, words joined by `_`, not beginning with a digit, 63 characters at most. */
export const tableName = (fileName: string): string => {
  const stem = fileName.replace(/(\.[A-Za-z0-9]{1,8}){1,2}$/, '')
  const words = stem
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '_')
    .replaceAll(/^_+|_+$/g, '')
  const name = words || 'upload'
  return (/^\d/.test(name) ? `t_${name}` : name).slice(0, 63)
}
