import { create } from 'zustand'

/** The component that is being asked where to go. */
export const useMoving = create<{ id: string | null }>(() => ({ id: null }))

export const askWhereTo = (id: string | null) => useMoving.setState({ id })
