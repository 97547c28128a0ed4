/** Logs an unexpected error to stderr. */
export const logUnexpected = (error: unknown, where: string): void => {
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error)
  process.stderr.write(`${new Date().toISOString()} ${where}: ${text}\n`)
}
