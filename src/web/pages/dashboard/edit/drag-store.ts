import { create } from 'zustand'
import type { Dragged, DropTarget } from '#core/layout/drop-target.ts'

/** What is being dragged over the stage, and where it would go. */
export const useDrag = create<{ dragged: Dragged | null; target: DropTarget | null }>(() => ({ dragged: null, target: null }))

const key = Symbol('dashboard part')

export type DragSource = { dragged: Dragged; name: string; /** Runs before a new component is put in its place. */ prepare?: () => void }

export const wrap = (source: DragSource) => ({ [key]: source })
export const unwrap = (data: Record<string | symbol, unknown>): DragSource | null => (data[key] as DragSource | undefined) ?? null
