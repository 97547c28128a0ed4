import { expect, test } from 'vitest'
import { t } from '#core/i18n/t.ts'
import { sqlState } from './sql-state.ts'
import { sqlStateText } from './sql-words.ts'

test.each<[string, string]>([
  ['', 'Write an expression.'],
  ['SUM(price)', 'Complete.'],
  ['COUNT(*)', 'Complete.'],
  ['COUNT(', 'Not finished: a parenthesis is open.'],
  ['COUNT(*', 'Not finished: a parenthesis is open.'],
  ["AVG(price) FILTER (WHERE symbol <> 'GOOG' AND", 'Not finished: a value after AND.'],
  ['AVG(price) FILTER (WHERE symbol AND )', 'Not finished: a value after AND.'],
  ['round(count(*))', 'Complete.'],
  ['a +', 'Not finished: a value after +.'],
  ["name = 'it''s", 'Not finished: a quote is open.'],
  ["name = 'it''s'", 'Complete.'],
  ['a > 1 -- and', 'Complete.'],
  ['a > 1 /* and', 'Not finished: a comment is open.'],
  ['a > 1)', 'A parenthesis closes that was never opened.'],
  ['1; drop table x', 'One expression only, without a semicolon.'],
  ["';'", 'Complete.'],
  ['"Major Genre"', 'Complete.'],
  ['brand', 'Complete.'],
])('%j: %s', (sql, text) => expect(sqlStateText(sqlState(sql), t)).toBe(text))
