type ServerError = Error & { severity?: string; position?: string; hint?: string; detail?: string }

/** Widest excerpt of a line that a message shows. */
const excerptWidth = 70

/** The server's text with the place in the statement, in the form its own tools print. */
export const explained = (error: unknown, sql: string): unknown => {
  if (!(error instanceof Error) || !('severity' in error)) return error
  const { position, hint } = error as ServerError
  const parts = [error.message]
  if (position) {
    const before = sql.slice(0, Number(position) - 1)
    const lineStart = before.lastIndexOf('\n') + 1
    const lineEnd = sql.indexOf('\n', lineStart)
    const line = sql.slice(lineStart, lineEnd < 0 ? undefined : lineEnd)
    const column = Number(position) - 1 - lineStart
    const cut = Math.max(0, column - Math.floor(excerptWidth / 2))
    const label = `LINE ${before.split('\n').length}: ${cut > 0 ? '...' : ''}`
    const rest = line.slice(cut, cut + excerptWidth)
    parts.push(`${label}${rest}${cut + excerptWidth < line.length ? '...' : ''}`, `${' '.repeat(label.length + column - cut)}^`)
  }
  if (hint) parts.push(`HINT:  ${hint}`)
  error.message = parts.join('\n')
  return error
}
