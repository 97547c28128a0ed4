/** Splits a line of delimited text. Quoted fields may contain the delimiter; a doubled quote stands for one. */
export const splitLine = (line: string, { delimiter, quote }: { delimiter: string; quote: string }): string[] => {
  const fields: string[] = []
  let field = ''
  let isQuoted = false
  for (let at = 0; at < line.length;) {
    if (isQuoted && quote && line.startsWith(quote + quote, at)) {
      field += quote
      at += 2
    } else if (quote && line[at] === quote && (isQuoted || field === '')) {
      isQuoted = !isQuoted
      at++
    } else if (!isQuoted && line.startsWith(delimiter, at)) {
      fields.push(field)
      field = ''
      at += delimiter.length
    } else field += line[at++]
  }
  return [...fields, field]
}
