import type { EditTools } from '../stage/edit-tools.ts'

export const editTools: EditTools = {} as EditTools
export const Editing = () => null
