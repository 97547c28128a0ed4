import type { RawBuilder } from 'kysely'
import type { Kind } from '#core/access/kind.ts'
import type { Tables } from '../db/tables.ts'
import type { Field, Reader } from './field.ts'
import type { Condition, FilterColumn } from './filters.ts'

/** A field of a body as `_info` tells about it. */
export type BodyColumn = {
  name: string
  type: string
  required?: boolean
  length?: readonly [min: number | null, max: number]
  unique?: boolean
  validate?: readonly string[]
}

export type Option = { text: string; value: string | number; extra: Record<string, unknown> }

export type RelatedSource = (reader: Reader, question: RelatedQuestion) => Promise<{ count: number; result: Option[] }>

export type RelatedQuestion = { filter: string | undefined; ids: readonly number[]; page: number; size: number }

/** How records of one table are listed and read: what the standard routes are made of. */
export type Listing = {
  tag: string
  /** Permission view: `Chart`. */
  view: string
  table: keyof Tables
  /** The word in `list_title`, `add_title`, `edit_title`. */
  title: string
  /** In place of `List ` and the title. */
  listTitle?: string
  /** Labels of columns that are not their name in words. */
  labels?: Record<string, string>
  fields: Record<string, Field>
  /** Columns of a list in their order; `relation.part` for parts of a relation. */
  listColumns: readonly string[]
  orderColumns: Record<string, RawBuilder<unknown>>
  defaultOrder: RawBuilder<unknown>
  filters: Record<string, FilterColumn>
  related: Record<string, RelatedSource>
  /** Columns whose distinct values may be asked for. */
  distinct: readonly string[]
  addColumns: readonly BodyColumn[]
  editColumns: readonly BodyColumn[]
  /** Rows of a page at most; Infinity where the wire has no bound. */
  maxPageSize: number
  /** Telling which rows somebody sees costs more than reading them: page and count are found together. */
  onePass?: true
  /** A further condition on what is listed, besides what the caller sees. */
  always?: (reader: Reader) => Condition
}

/** Objects that people own: only what the caller sees is listed, and nothing that is deleted. */
export type Spec = Listing & { kind: Kind; table: 'charts' | 'dashboards' | 'datasets' | 'databases' }
