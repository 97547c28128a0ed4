/** A list of immutable states with a place in it. `mark` names what the last step changed, so that typing is one step. */
export type History<S> = { past: readonly S[]; present: S; future: readonly S[]; mark: string | null; at: number }

const longest = 100
/** Steps with one mark within this time are one step. */
const together = 1000

export const startHistory = <S>(present: S): History<S> => ({ past: [], present, future: [], mark: null, at: 0 })

/** @param at when, in ms, to tell typing from separate steps */
export const push = <S>(
  history: History<S>,
  present: S,
  { mark = null, at = 0 }: { mark?: string | null; at?: number } = {},
): History<S> => {
  if (present === history.present) return history
  const goesOn = mark !== null && mark === history.mark && at - history.at < together && history.past.length > 0
  return {
    past: goesOn ? history.past : [...history.past, history.present].slice(-longest),
    present,
    future: [],
    mark,
    at,
  }
}

export const undo = <S>(history: History<S>): History<S> => {
  const before = history.past.at(-1)
  if (before === undefined) return history
  return { past: history.past.slice(0, -1), present: before, future: [history.present, ...history.future], mark: null, at: 0 }
}

export const redo = <S>(history: History<S>): History<S> => {
  const [next, ...future] = history.future
  if (next === undefined) return history
  return { past: [...history.past, history.present], present: next, future, mark: null, at: 0 }
}
