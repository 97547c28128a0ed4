import { StateEffect, StateField } from '@codemirror/state'
import type { Text } from '@codemirror/state'
import { Decoration, EditorView } from '@codemirror/view'
import type { DecorationSet } from '@codemirror/view'

/** A fault and where it is: lines count from 1, columns from 0. Without columns it is the whole line, without a line the whole text. */
export type CodeFault = { message: string; line?: number; from?: number; to?: number }

/** The characters to mark: at least one, within the text. */
export const faultSpan = (text: Text, { line, from, to }: CodeFault): { from: number; to: number } => {
  if (line === undefined || line < 1 || line > text.lines) return { from: 0, to: text.length }
  const { from: start, to: end } = text.line(line)
  const first = Math.min(start + (from ?? 0), Math.max(start, end - 1))
  const last = to === undefined ? end : Math.min(end, start + to)
  return { from: first, to: Math.max(last, Math.min(text.length, first + 1)) }
}

export const setFaults = StateEffect.define<readonly CodeFault[]>()

const marksOf = (text: Text, faults: readonly CodeFault[]): DecorationSet =>
  Decoration.set(
    faults.flatMap((fault) => {
      const { from, to } = faultSpan(text, fault)
      return from < to ? [Decoration.mark({ class: 'cm-fault', attributes: { title: fault.message } }).range(from, to)] : []
    }),
    true,
  )

/** Underlines faults; typing moves the marks with their text. */
export const faultMarks = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update: (marks, transaction) => {
    const effect = transaction.effects.find((one) => one.is(setFaults))
    return effect ? marksOf(transaction.newDoc, effect.value) : marks.map(transaction.changes)
  },
  provide: (field) => [
    EditorView.decorations.from(field),
    EditorView.contentAttributes.from(field, (marks): Record<string, string> => (marks.size > 0 ? { 'aria-invalid': 'true' } : {})),
  ],
})
