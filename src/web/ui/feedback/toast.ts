import { create } from 'zustand'

export type ToastKind = 'info' | 'good' | 'warn' | 'bad'

export type Toast = {
  id: number
  kind: ToastKind
  text: string
  action?: { label: string; run: () => void }
  /** Duration in ms; 0 keeps it until it is closed. */
  lasts: number
}

export const useToasts = create<{ toasts: Toast[] }>(() => ({ toasts: [] }))

let next = 1

export const closeToast = (id: number) => useToasts.setState(({ toasts }) => ({ toasts: toasts.filter((toast) => toast.id !== id) }))

/** Shows a toast and returns a function that closes it. Errors stay twice as long. */
export const say = (text: string, options: { kind?: ToastKind; action?: Toast['action']; lasts?: number } = {}): (() => void) => {
  const { kind = 'info', action, lasts = kind === 'bad' ? 10_000 : action ? 8_000 : 5_000 } = options
  const id = next++
  useToasts.setState(({ toasts }) => ({
    toasts: [...toasts.filter((toast) => toast.text !== text), { id, kind, text, lasts, ...(action && { action }) }].slice(-4),
  }))
  return () => closeToast(id)
}
