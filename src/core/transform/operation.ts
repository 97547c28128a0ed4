import { z } from 'zod'
import { MessageError } from '../errors.ts'
import { type Frame, hasColumn } from './frame.ts'

/** A transform that is not possible; goes out as 400 `Error: <reason>`. */
export class TransformError extends MessageError {
  readonly reason: string

  constructor(reason: string) {
    super(400, `Error: ${reason}`)
    this.name = 'TransformError'
    this.reason = reason
  }
}

export type Operation = {
  /** The frame that the options make of the given one. @throws TransformError */
  apply: (frame: Frame, options: unknown) => Frame
}

/** An operation from the schema of its options and what it does; an unknown option is rejected. */
export const operation = <Schema extends z.ZodObject>(
  name: string,
  options: Schema,
  run: (frame: Frame, options: z.output<Schema>) => Frame,
): Operation => ({
  apply: (frame, given) => {
    const parsed = z.strictObject(options.shape).safeParse(given ?? {})
    if (!parsed.success) throw new TransformError(problemOf(name, parsed.error))
    return run(frame, parsed.data as z.output<Schema>)
  },
})

const problemOf = (name: string, error: z.ZodError): string => {
  const issue = error.issues[0]
  if (issue?.code === 'unrecognized_keys') return `Unknown option of ${name}: ${issue.keys.join(', ')}`
  if (issue?.code === 'custom') return issue.message
  return `Invalid option of ${name}: ${issue?.path.join('.')}: ${issue?.message}`
}

/** Columns by name of the source and of the result. */
export const columnMap = z.record(z.string(), z.string())

export const needColumns = (frame: Frame, names: Iterable<string>) => {
  for (const name of names) if (!hasColumn(frame, name)) throw new TransformError('Referenced columns not available in DataFrame.')
}
