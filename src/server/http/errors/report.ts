/** Notes an error that nobody expected, for whoever runs the server; never shown to a caller. */
export const report = (error: unknown, where: string): void => {
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error)
  process.stderr.write(`${new Date().toISOString()} ${where}: ${text}\n`)
}
