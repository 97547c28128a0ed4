import { describe, expect, test } from 'vitest'
import { refuseWriting } from './guard.ts'

describe('MySQL texts that only read', () => {
  test.each([
    'SELECT 1',
    '(SELECT 1)',
    'WITH x AS (SELECT 1) SELECT * FROM x',
    '-- note\nSELECT 1',
    '/* note */ SHOW TABLES',
    "SELECT 'into outfile /*! */'",
  ])('%s', (sql) => {
    expect(() => refuseWriting(sql)).not.toThrow()
  })
  test.each([
    'DELETE FROM t',
    'SET GLOBAL x = 1',
    "SELECT 1 INTO OUTFILE '/tmp/x'",
    'SELECT 1 INTO @x',
    'SELECT /*!50000 1 */ 1',
    '/*! DELETE FROM t */',
    '# note\nDROP TABLE t',
    'CALL p()',
  ])('refused: %s', (sql) => {
    expect(() => refuseWriting(sql)).toThrow('Only SELECT')
  })
})
