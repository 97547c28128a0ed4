/** Makes a table name of a file name: lower case, words joined by `_`, no leading digit, at most 63 characters. */
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
