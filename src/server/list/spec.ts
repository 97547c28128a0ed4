import type { RawBuilder } from 'kysely'
import type { Kind } from '#core/access/kind.ts'
import type { Tables } from '../db/tables.ts'
import type { Field, Reader } from './field.ts'
import type { Condition, FilterColumn } from './filters.ts'

/** A field of request bodies, as `_info` describes it. */
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

/** How the records of a table are listed and read; the standard routes are generic over it. */
export type Listing = {
  tag: string
  /** Permission view: `Chart`. */
  view: string
  table: keyof Tables
  /** The name in `list_title`, `add_title`, `edit_title`. */
  title: string
  /** Replaces the default `list_title`. */
  listTitle?: string
  /** Labels of columns that differ from their capitalized name. */
  labels?: Record<string, string>
  fields: Record<string, Field>
  /** Columns of the list, in order; `relation.part` for parts of a relation. */
  listColumns: readonly string[]
  /** Columns of rows when none are asked for, if these are more than those of the list. */
  rowColumns?: readonly string[]
  /** Columns that are only in the list when asked for. */
  moreColumns?: readonly string[]
  orderColumns: Record<string, RawBuilder<unknown>>
  defaultOrder: RawBuilder<unknown>
  filters: Record<string, FilterColumn>
  related: Record<string, RelatedSource>
  /** Columns whose distinct values can be requested. */
  distinct: readonly string[]
  addColumns: readonly BodyColumn[]
  editColumns: readonly BodyColumn[]
  /** Maximum page size; Infinity where Superset has none. */
  maxPageSize: number
  /** Checking which rows are visible costs more than reading them, so page and count are read together. */
  onePass?: true
  /** An additional condition on the listed rows. */
  always?: (reader: Reader) => Condition
}

/** Owned objects: only those that the caller sees and that are not deleted are listed. */
export type Spec = Listing & { kind: Kind; table: 'charts' | 'dashboards' | 'datasets' | 'databases' }
