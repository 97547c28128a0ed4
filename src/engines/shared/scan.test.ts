import { describe, expect, it } from 'vitest'
import type { Scan } from '../engine.ts'
import { isWorthKeeping, maxRows, scanSql } from './scan.ts'

const bounds = { bytes: 1_000_000, share: 0.25, sourceRows: 100_000 }

const scan: Scan = { table: 't', columns: ['a', 'b'], from: '"f"', isTable: true, where: ['x = 1', 'y = 2'], bounds }

describe('a scan', () => {
  it.each([
    ['small part of a large source', { source: 1_000_000, rows: 10_000, width: 20 }, true],
    ['too large a part', { source: 1_000_000, rows: 260_000, width: 0 }, false],
    ['too many bytes', { source: 1_000_000, rows: 30_000, width: 20 }, false],
    ['too small a source', { source: 99_999, rows: 10, width: 20 }, false],
    ['no rows at all', { source: 1_000_000, rows: 0, width: 20 }, true],
  ])('%s', (_, size, kept) => {
    expect(isWorthKeeping(size, bounds)).toBe(kept)
  })

  it('has fewer rows the more columns it has, and never more than its bytes', () => {
    expect(maxRows(scan) * 3 * 16).toBeLessThanOrEqual(bounds.bytes)
    expect(maxRows({ ...scan, columns: [] })).toBeGreaterThan(maxRows(scan))
  })

  it('is a SELECT of its columns, of nothing when it needs none', () => {
    const quote = (name: string) => `<${name}>`
    expect(scanSql(scan, quote)).toBe('SELECT <a>, <b>\nFROM "f"\nWHERE x = 1\n  AND y = 2')
    expect(scanSql({ ...scan, columns: [] }, quote)).toContain('SELECT NULL AS nothing\n')
  })
})
