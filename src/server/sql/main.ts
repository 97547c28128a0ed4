import type { Answer, Question } from './client.ts'
import { readStatements } from './read.ts'

/** The process that holds the SQL parser: reads texts, tells facts, keeps nothing. */
process.on('message', ({ id, question }: { id: number; question: Question }) => {
  const answer: Answer = (() => {
    try {
      return { id, parsed: readStatements(question) }
    } catch {
      return { id, parsed: { fault: { line: 1, column: 0, near: '' } } }
    }
  })()
  process.send?.(answer)
})
process.on('disconnect', () => process.exit(0))

// The first text takes longest: the parser is compiled for it.
readStatements({ text: 'SELECT 1', dialect: 'generic' })
process.send?.('ready')
