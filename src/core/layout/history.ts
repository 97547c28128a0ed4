/** Steps beyond the limit that can still be undone; having them shows that older ones were lost. */
const spareSteps = 2

/** Steps with the same tag within this time become one step. */
const mergeWithinMs = 1000

type Step<S> = { readonly state: S; /** The change from this state to the next, for the user interface. */ readonly description: string }

/** An immutable state with the states before and after it. */
export type History<S> = {
  readonly past: readonly Step<S>[]
  readonly present: S
  readonly future: readonly Step<S>[]
  readonly maxSteps: number
  /** More steps were made than can be undone; holds until the next save. */
  readonly isExceeded: boolean
  /** The tag of the last recorded step and when it was made; null after undo and redo. */
  readonly lastTag: { readonly tag: string; readonly atMs: number } | null
}

export const startHistory = <S>(present: S, maxSteps: number): History<S> => ({
  past: [],
  present,
  future: [],
  maxSteps,
  isExceeded: false,
  lastTag: null,
})

type StepOptions = {
  description?: string
  /** What is being changed: quick successive changes of it, as in typing, become one step. */
  tag?: string | null
  atMs?: number
}

/** Records a new state. Returns the same history if the state is the present one. */
export const record = <S>(history: History<S>, state: S, { description = '', tag = null, atMs = 0 }: StepOptions = {}): History<S> => {
  const { past, present, maxSteps, isExceeded, lastTag } = history
  if (state === present) return history
  const isMerged = tag !== null && tag === lastTag?.tag && atMs - lastTag.atMs < mergeWithinMs && past.length > 0
  const steps = isMerged ? past : [...past, { state: present, description }].slice(-maxSteps - spareSteps)
  return {
    past: steps,
    present: state,
    future: [],
    maxSteps,
    isExceeded: isExceeded || steps.length > maxSteps,
    lastTag: tag === null ? null : { tag, atMs },
  }
}

/** The same history when there is nothing to undo. */
export const undo = <S>(history: History<S>): History<S> => {
  const { past, present, future } = history
  const last = past.at(-1)
  if (!last) return history
  return {
    ...history,
    past: past.slice(0, -1),
    present: last.state,
    future: [{ state: present, description: last.description }, ...future],
    lastTag: null,
  }
}

/** The same history when there is nothing to redo. */
export const redo = <S>(history: History<S>): History<S> => {
  const { past, present, future } = history
  const [next, ...rest] = future
  if (!next) return history
  return {
    ...history,
    past: [...past, { state: present, description: next.description }],
    present: next.state,
    future: rest,
    lastTag: null,
  }
}

/** The history after a save: nothing can be undone. */
export const restart = <S>({ maxSteps }: History<S>, present: S): History<S> => startHistory(present, maxSteps)

export const canUndo = ({ past }: History<unknown>): boolean => past.length > 0

export const canRedo = ({ future }: History<unknown>): boolean => future.length > 0

/** Whether any step is not undone, including those too old to be undone. */
export const isUnsaved = ({ past, isExceeded }: History<unknown>): boolean => past.length > 0 || isExceeded

/** True right after the step that reaches the limit, when the user is notified. */
export const isFull = ({ past, maxSteps, isExceeded }: History<unknown>): boolean => past.length === maxSteps && !isExceeded
