/** Steps that can be undone; two more are kept, to know that some were lost. */
export const undoLimit = 50

type Entry<T> = { readonly state: T; /** What was done to reach the next state, in words. */ readonly words: string }

/** A value with the values before and after it. All of them are immutable. */
export type History<T> = {
  readonly past: readonly Entry<T>[]
  readonly present: T
  readonly future: readonly Entry<T>[]
  /** More was done than can be undone; holds until the next save. */
  readonly exceeded: boolean
}

export const startHistory = <T>(present: T): History<T> => ({ past: [], present, future: [], exceeded: false })

/** The same history when the state is the present one. */
export const record = <T>(history: History<T>, state: T, words: string): History<T> => {
  if (state === history.present) return history
  const past = [...history.past, { state: history.present, words }].slice(-undoLimit - 2)
  return { past, present: state, future: [], exceeded: history.exceeded || past.length > undoLimit }
}

export const undo = <T>({ past, present, future, exceeded }: History<T>): History<T> => {
  const last = past.at(-1)
  if (!last) return { past, present, future, exceeded }
  return { past: past.slice(0, -1), present: last.state, future: [{ state: present, words: last.words }, ...future], exceeded }
}

export const redo = <T>({ past, present, future, exceeded }: History<T>): History<T> => {
  const [next, ...rest] = future
  if (!next) return { past, present, future, exceeded }
  return { past: [...past, { state: present, words: next.words }], present: next.state, future: rest, exceeded }
}

/** After a save: the present is what is kept, and nothing is left to undo. */
export const afterSave = <T>({ present }: History<T>): History<T> => startHistory(present)

/** True with any change that is not undone; also when everything that could be undone was, but more had been done. */
export const isUnsaved = ({ past, exceeded }: History<unknown>): boolean => past.length > 0 || exceeded

/** True for the step that fills the slots: the moment to say so. */
export const isFull = ({ past, exceeded }: History<unknown>): boolean => past.length === undoLimit && !exceeded
