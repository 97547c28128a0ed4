import { create } from 'zustand'

type Sheet = 'properties' | 'copy' | 'interval'

/** The sheet or dialog that is open over the dashboard. */
export const useSheets = create<{ open: Sheet | null }>(() => ({ open: null }))

export const openSheet = (open: Sheet | null) => useSheets.setState({ open })
