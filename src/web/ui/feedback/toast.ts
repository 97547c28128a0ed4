import { create } from 'zustand'

export type ToastKind = 'info' | 'good' | 'warn' | 'bad'

export type Toast = {
  id: number
  kind: ToastKind
  text: string
  /** What it is about: a later toast about the same takes its place. */
  topic?: string
  action?: { label: string; run: () => void }
  /** Duration in ms; 0 keeps it until it is closed. */
  lasts: number
}

export const useToasts = create<{ toasts: Toast[] }>(() => ({ toasts: [] }))

let next = 1

export const closeToast = (id: number) => useToasts.setState(({ toasts }) => ({ toasts: toasts.filter((toast) => toast.id !== id) }))

type Options = Partial<Pick<Toast, 'kind' | 'topic' | 'action' | 'lasts'>>

/** Shows a toast and returns a function that closes it. Errors stay twice as long. */
export const say = (text: string, options: Options = {}): (() => void) => {
  const { kind = 'info', topic, action, lasts = kind === 'bad' ? 10_000 : action ? 8_000 : 5_000 } = options
  const id = next++
  const isReplaced = (toast: Toast) => toast.text === text || (topic !== undefined && toast.topic === topic)
  useToasts.setState(({ toasts }) => ({
    toasts: [
      ...toasts.filter((toast) => !isReplaced(toast)),
      { id, kind, text, lasts, ...(topic && { topic }), ...(action && { action }) },
    ].slice(-4),
  }))
  return () => closeToast(id)
}
