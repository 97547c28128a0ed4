import type { ReactNode } from 'react'
import type { Pin } from './model/pins.ts'
import type { Direction } from './model/sort.ts'

export type TableColumn = {
  key: string
  head: ReactNode
  /** Its name in words, where the head is more than that. */
  name?: string
  /** The head is for assistive technology alone. */
  isHeadHidden?: boolean
  /** Numbers are right-aligned. */
  align?: 'left' | 'right'
  /** Its texts are words; others have equal digits. */
  isWords?: boolean
  /** px that stay. */
  width?: number
  /** px that its content needs; columns share in proportion what room is left. */
  content?: number
  /** px that it shrinks to where the table has no room for all; those that grow shrink last. */
  min?: number
  /** Takes all the room that is left. */
  grows?: boolean
  /** False = nobody changes its width. */
  isResizable?: boolean
  /** False = people cannot pin it. */
  isPinnable?: boolean
  /** Second sticky row: a summary of the column. */
  summary?: ReactNode
  /** Given = the head sorts by this key. */
  sort?: { key: string; first?: Direction }
  /** Stays in view when the table scrolls sideways. */
  pin?: Pin
}

export const nameOfColumn = ({ name, head, key }: TableColumn): string => name ?? (typeof head === 'string' ? head : key)
