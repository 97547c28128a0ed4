import { create } from 'zustand'

/** The text or tab whose words are being typed. */
export const useOpenText = create<{ id: string | null }>(() => ({ id: null }))

export const openText = (id: string | null) => useOpenText.setState({ id })
