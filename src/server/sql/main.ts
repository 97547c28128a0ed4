import type { ParseResponse, ParseRequest } from './client.ts'
import { readStatements } from './read.ts'

/** The child process with the SQL parser. */
process.on('message', ({ id, request }: { id: number; request: ParseRequest }) => {
  const answer: ParseResponse = (() => {
    try {
      return { id, parsed: readStatements(request) }
    } catch {
      return { id, parsed: { fault: { line: 1, column: 0, near: '' } } }
    }
  })()
  process.send?.(answer)
})
process.on('disconnect', () => process.exit(0))

// Warm-up: the first parse compiles the parser.
readStatements({ text: 'SELECT 1', dialect: 'generic' })
process.send?.('ready')
