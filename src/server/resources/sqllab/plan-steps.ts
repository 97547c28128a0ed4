import type { PlanStep } from '#api/sqllab.ts'
import { trinoSteps } from './trino-steps.ts'

type Node = Record<string, unknown>

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && !Array.isArray(value)
const nodesOf = (value: unknown): Node[] => (Array.isArray(value) ? value.filter(isNode) : isNode(value) ? [value] : [])
const text = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)
const number = (value: unknown): number | null => {
  const found = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  return typeof found === 'number' && Number.isFinite(found) ? found : null
}

type Reader = { step: (node: Node) => Omit<PlanStep, 'depth'>; children: (node: Node) => Node[] }

const flatten = (nodes: readonly Node[], reader: Reader, depth = 0): PlanStep[] =>
  nodes.flatMap((node) => [{ depth, ...reader.step(node) }, ...flatten(reader.children(node), reader, depth + 1)])

const firstText = (node: Node, names: readonly string[]): string | null => {
  const found = names.map((name) => node[name]).find((value) => value !== undefined && value !== null)
  return Array.isArray(found) ? found.map(String).join(', ') : text(found)
}

const duckdb: Reader = {
  step: (node) => {
    const extra = isNode(node['extra_info']) ? node['extra_info'] : {}
    return {
      name: String(node['operator_name'] ?? node['operator_type'] ?? '').trim(),
      detail: firstText(extra, ['Table', 'Filters', 'Expression', 'Conditions', 'Order By', 'Aggregates', 'Projections']),
      rows: number(node['operator_cardinality']),
      timeMs: (number(node['operator_timing']) ?? 0) * 1000,
    }
  },
  children: (node) => nodesOf(node['children']),
}

const postgres: Reader = {
  step: (node) => ({
    name: String(node['Node Type'] ?? ''),
    detail: firstText(node, ['Relation Name', 'Index Name', 'Hash Cond', 'Filter', 'Sort Key', 'Group Key']),
    rows: number(node['Actual Rows'] ?? node['Plan Rows']),
    timeMs: number(node['Actual Total Time']),
  }),
  children: (node) => nodesOf(node['Plans']),
}

const trino: Reader = {
  step: (node) => ({
    name: String(node['name'] ?? ''),
    detail: isNode(node['descriptor']) ? firstText(node['descriptor'], ['table', 'filterPredicate', 'criteria', 'keys']) : null,
    rows: number(nodesOf(node['estimates'])[0]?.['outputRowCount']),
    timeMs: null,
  }),
  children: (node) => nodesOf(node['children']),
}

/** MySQL and MariaDB name each step by the key that holds it. */
const mysqlSteps =
  /^(query_block|table|nested_loop|ordering_operation|grouping_operation|filesort|temporary_table|block-nl-join|union_result|query_specifications|materialized(?:_from_subquery)?|subqueries|attached_subqueries|duplicates_removal|read_sorted_file)$/

const mysqlChildren = (node: Node): Node[] =>
  Object.entries(node).flatMap(([key, value]) => (mysqlSteps.test(key) ? nodesOf(value).map((child) => ({ ...child, step: key })) : []))

const mysql: Reader = {
  step: (node) => ({
    name: String(node['step'] ?? 'step').replaceAll(/[_-]/g, ' '),
    detail: firstText(node, ['table_name', 'sort_key', 'attached_condition', 'message']),
    rows: number(node['r_rows'] ?? node['rows_produced_per_join'] ?? node['rows_examined_per_scan'] ?? node['rows']),
    timeMs: number(node['r_total_time_ms']),
  }),
  // An array of a nested loop holds objects with one step each.
  children: (node) => mysqlChildren(node),
}

/** What makes a plan of each engine's document, by the engine's id. */
export const planReaders: Record<string, (document: unknown) => PlanStep[]> = {
  duckdb: (document) => {
    const root = isNode(document) ? document : {}
    // The statement's own step is below that of EXPLAIN.
    return flatten(nodesOf(root['children']).flatMap(duckdb.children), duckdb)
  },
  postgresql: (document) =>
    flatten(
      nodesOf(document).flatMap(({ Plan: plan }) => nodesOf(plan)),
      postgres,
    ),
  mysql: (document) => flatten(isNode(document) ? mysqlChildren(document) : [], mysql),
  trino: (document) =>
    typeof document === 'string' ? trinoSteps(document) : flatten(isNode(document) ? Object.values(document).flatMap(nodesOf) : [], trino),
}
